//! QUIC below made traffic: a handshake whose secrets follow from a number, packets with streams and datagrams [RFC 9000, RFC 9001].
//!
//! No keys are agreed and nothing is signed: an observer with a key log looks at neither.

use std::collections::BTreeMap;

use etherparse::PacketBuilder;

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::base::text::hex;
use crate::carrier::quic::{LongKind, PacketSecret, Version, initial_secrets, seal, write_varint};
use crate::crypto::aead::Cipher;
use crate::spec::channel::Channel;
use crate::spec::generation::Generation;

use super::filler;

/// Port of every server.
const SERVER_PORT: u16 = 7447;
/// Port of the first client.
const CLIENT_PORT: u16 = 51_000;
/// Octets of a connection id.
const ID_LEN: usize = 8;
/// Octets of a datagram that holds an Initial.
const INITIAL_DATAGRAM: usize = 1200;
/// Stream octets in a packet, unless told otherwise.
const SEGMENT: usize = 1100;
/// Octets of a packet number: the two low bits of the first octet hold one less.
const NUMBER_LEN: usize = 2;
/// Octets of a tag.
const TAG_LEN: usize = 16;
/// Labels of key logs: handshake and application, client and server.
const LABELS: [[&str; 2]; 2] =
    [["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET"], ["CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0"]];

/// What a QUIC connection does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuicPlan {
    /// The version.
    pub version: Version,
    /// The cipher.
    pub cipher: Cipher,
    /// Protocols offered; `None` offers that of the association's generation.
    pub alpn_offered: Option<Vec<String>>,
    /// The protocol chosen; `None` chooses that of the association's generation.
    pub alpn: Option<Option<String>>,
    /// Whether all channels share stream 0; otherwise each has one of its own.
    pub single_stream: bool,
    /// Octets of a stream in one packet.
    pub segment: usize,
    /// Whether packets with data acknowledge nothing: then nothing tells the order of the two directions.
    pub silent: bool,
    /// Octets of the ids by which both sides are reached: eight at most.
    pub id_len: usize,
    /// Octets of the packet numbers that are sent after the handshake: four at most.
    pub number_len: usize,
    /// Secrets left out of the key log, by label.
    pub missing: Vec<&'static str>,
}

impl Default for QuicPlan {
    fn default() -> Self {
        Self {
            version: Version::One,
            cipher: Cipher::Aes128Gcm,
            alpn_offered: None,
            alpn: None,
            single_stream: false,
            segment: SEGMENT,
            silent: false,
            id_len: ID_LEN,
            number_len: NUMBER_LEN,
            missing: Vec::new(),
        }
    }
}

/// Where the next octets go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Route {
    /// To the stream of their channel.
    #[default]
    Usual,
    /// To this stream, from now on.
    Stream(u64),
    /// Into a datagram, once.
    Datagram,
}

/// One QUIC connection.
#[derive(Clone, Debug)]
pub(super) struct Quic {
    number: usize,
    pub(super) plan: QuicPlan,
    random: [u8; 32],
    pub(super) client_port: u16,
    pub(super) route: Route,
    lanes: [Lane; 2],
    begun: bool,
}

/// What a direction sends.
#[derive(Clone, Debug)]
struct Lane {
    /// The secret of the first key phase, and that of the present one.
    secrets: Option<[PacketSecret; 2]>,
    phase: bool,
    /// Next packet number of the application.
    next: u64,
    /// The id that its packets are sent to.
    sends_to: Vec<u8>,
    /// Octets sent on each stream.
    streams: BTreeMap<u64, u64>,
}

impl Quic {
    /// The connection of association `number`.
    pub(super) fn new(number: usize) -> Self {
        let lane = |label| Lane {
            secrets: None,
            phase: false,
            next: 0,
            sends_to: filler::octets(label, number, ID_LEN),
            streams: BTreeMap::new(),
        };
        Self {
            number,
            plan: QuicPlan::default(),
            random: filler::seed("QUIC client random", number),
            client_port: CLIENT_PORT.wrapping_add(u16::try_from(number).unwrap_or(0)),
            route: Route::default(),
            lanes: [lane("server id"), lane("client id")],
            begun: false,
        }
    }

    /// The datagrams of the handshake, once.
    pub(super) fn begin(&mut self, generation: Generation) -> Vec<(Direction, Vec<u8>)> {
        if std::mem::replace(&mut self.begun, true) {
            return Vec::new();
        }
        let own = format!("n-pamp/{}", generation.number());
        let chosen_id = filler::octets("original id", self.number, ID_LEN);
        let initial = initial_secrets(self.plan.version, &chosen_id);
        let hello = crypto(&message(1, &self.client_hello(&own)));
        let first = self.long(&initial[0], Direction::C2s, LongKind::Initial, Some(&chosen_id), &hello);
        let answer = [&[2, 0, 0, 0, 0][..], &crypto(&message(2, &self.server_hello()))].concat();
        let mut second = self.long(&initial[1], Direction::S2c, LongKind::Initial, None, &answer);
        let handshake = Direction::BOTH.map(|direction| self.secret(0, direction));
        second.extend(self.long(&handshake[1], Direction::S2c, LongKind::Handshake, None, &crypto(&self.server_flight(&own))));
        let finished = crypto(&message(20, &[0x46; 32]));
        let third = self.long(&handshake[0], Direction::C2s, LongKind::Handshake, None, &finished);
        for direction in Direction::BOTH {
            let secret = self.secret(1, direction);
            self.lanes[direction.index()].secrets = Some([secret.clone(), secret]);
        }
        vec![(Direction::C2s, first), (Direction::S2c, second), (Direction::C2s, third)]
    }

    /// The datagrams that carry octets of a channel.
    pub(super) fn carry(&mut self, direction: Direction, channel: Channel, octets: &[u8]) -> Vec<Vec<u8>> {
        let stream = match self.route {
            Route::Datagram => {
                self.route = Route::Usual;
                let frame = [&[0x30][..], octets].concat();
                return vec![self.packet(direction, &frame)];
            }
            Route::Stream(stream) => stream,
            Route::Usual if self.plan.single_stream => 0,
            Route::Usual => u64::from(channel.0) * 4,
        };
        let mut out = Vec::new();
        for part in octets.chunks(self.plan.segment.max(1)) {
            let sent = self.lanes[direction.index()].streams.entry(stream).or_default();
            let offset = std::mem::replace(sent, *sent + part.len() as u64);
            let mut frame = vec![0x0e];
            write_varint(&mut frame, stream);
            write_varint(&mut frame, offset);
            write_varint(&mut frame, part.len() as u64);
            frame.extend(part);
            out.push(self.packet(direction, &frame));
        }
        out
    }

    /// A packet with frames of the caller's choice.
    pub(super) fn raw(&mut self, direction: Direction, frames: &[u8]) -> Vec<u8> {
        self.packet(direction, frames)
    }

    /// A packet that acknowledges everything.
    pub(super) fn acknowledge(&mut self, direction: Direction) -> Vec<u8> {
        self.packet(direction, &[])
    }

    /// A direction changes its keys.
    pub(super) fn update(&mut self, direction: Direction) {
        let lane = &mut self.lanes[direction.index()];
        if let Some([_, present]) = &mut lane.secrets {
            *present = present.updated();
            lane.phase = !lane.phase;
        }
    }

    /// The client moves to another port, and takes a new id along when it knows.
    pub(super) fn move_client(&mut self, deliberate: bool) -> Option<Vec<u8>> {
        let moved = usize::from(self.client_port);
        let fresh = filler::octets("another server id", moved, ID_LEN);
        let offer = deliberate.then(|| {
            let id = self.id(&fresh);
            let frame = [&[0x18, 1, 0, u8::try_from(id.len()).unwrap_or(u8::MAX)][..], id, &[0x5a; 16]].concat();
            self.packet(Direction::S2c, &frame)
        });
        self.client_port = self.client_port.wrapping_add(1000);
        if deliberate {
            self.lanes[0].sends_to = fresh;
        }
        offer
    }

    /// A direction gives up what it sends on a stream.
    pub(super) fn reset(&mut self, direction: Direction, stream: u64) -> Vec<u8> {
        let sent = self.lanes[direction.index()].streams.get(&stream).copied().unwrap_or_default();
        let mut frame = vec![0x04];
        for value in [stream, 7, sent] {
            write_varint(&mut frame, value);
        }
        self.packet(direction, &frame)
    }

    /// A direction closes the connection with an error code of the application.
    pub(super) fn close(&mut self, direction: Direction, code: u64) -> Vec<u8> {
        let mut frame = vec![0x1d];
        write_varint(&mut frame, code);
        frame.push(0);
        self.packet(direction, &frame)
    }

    /// The lines of the key log.
    pub(super) fn keys(&self) -> String {
        let mut out = String::new();
        for (phase, labels) in LABELS.iter().enumerate() {
            for direction in Direction::BOTH {
                let label = labels[direction.index()];
                if self.begun && !self.plan.missing.contains(&label) {
                    out.extend([label, " ", &hex(&self.random), " ", &hex(self.secret(phase, direction).secret.expose()), "\n"]);
                }
            }
        }
        out
    }

    /// The IP packet of a datagram.
    pub(super) fn wrap(&self, direction: Direction, datagram: &[u8]) -> Vec<u8> {
        let client = ([2, 0, 0, 0, 0, 1], [192, 0, 2, 1], self.client_port);
        let server = ([2, 0, 0, 0, 0, 2], [198, 51, 100, 7], SERVER_PORT);
        let (from, to) = if direction == Direction::C2s { (client, server) } else { (server, client) };
        let builder = PacketBuilder::ethernet2(from.0, to.0).ipv4(from.1, to.1, 64).udp(from.2, to.2);
        let mut out = Vec::with_capacity(builder.size(datagram.len()));
        let written = builder.write(&mut out, datagram);
        debug_assert!(written.is_ok(), "a datagram is far below the largest packet");
        out
    }

    /// As much of an id as the plan has.
    fn id<'a>(&self, whole: &'a [u8]) -> &'a [u8] {
        &whole[..self.plan.id_len.min(whole.len())]
    }

    fn secret(&self, phase: usize, direction: Direction) -> PacketSecret {
        let (cipher, version) = (self.plan.cipher, self.plan.version);
        let secret = filler::octets(LABELS[phase][direction.index()], self.number, cipher.hash().len());
        PacketSecret { version, cipher, secret: Secret::new(secret) }
    }

    /// A packet with a short header: `frame` behind an acknowledgement of everything that the other direction sent, where data comes with
    /// one.
    fn packet(&mut self, direction: Direction, frame: &[u8]) -> Vec<u8> {
        let heard = self.lanes[direction.flip().index()].next;
        let id_len = self.plan.id_len.min(ID_LEN);
        let number_len = self.plan.number_len.clamp(1, 4);
        let lane = &mut self.lanes[direction.index()];
        let mut payload = Vec::new();
        let acknowledges = frame.is_empty() || !self.plan.silent;
        if let Some(largest) = heard.checked_sub(1).filter(|_| acknowledges) {
            payload.push(0x02);
            for value in [largest, 0, 0, largest] {
                write_varint(&mut payload, value);
            }
        }
        payload.extend(frame);
        if payload.len() < 4 {
            // Padding comes first: a datagram frame reaches to the end.
            payload.splice(0..0, [0; 4]);
        }
        let first = 0x40 | u8::from(lane.phase) << 2 | u8::try_from(number_len - 1).unwrap_or_default();
        let number = lane.next;
        lane.next += 1;
        let header = [&[first][..], &lane.sends_to[..id_len], &number.to_be_bytes()[8 - number_len..]].concat();
        let Some([mask, present]) = &lane.secrets else { return Vec::new() };
        sealed(mask, present, &header, number, &payload)
    }

    /// A packet with a long header, number 0 of its space.
    fn long(&self, secret: &PacketSecret, direction: Direction, kind: LongKind, to: Option<&[u8]>, payload: &[u8]) -> Vec<u8> {
        // The client fills the datagram of its first packet.
        let fill = to.is_some();
        let destination = to.unwrap_or_else(|| self.id(&self.lanes[direction.index()].sends_to));
        let source = self.id(&self.lanes[direction.flip().index()].sends_to);
        let first = 0xc0 | self.plan.version.bits(kind) | 1;
        let mut header = vec![first];
        header.extend(self.plan.version.code().to_be_bytes());
        for id in [destination, source] {
            header.push(u8::try_from(id.len()).unwrap_or(u8::MAX));
            header.extend(id);
        }
        if kind == LongKind::Initial {
            header.push(0);
        }
        let mut payload = payload.to_vec();
        let whole = header.len() + 2 + NUMBER_LEN + payload.len() + TAG_LEN;
        if fill && whole < INITIAL_DATAGRAM {
            payload.resize(payload.len() + INITIAL_DATAGRAM - whole, 0);
        }
        let len = u16::try_from(NUMBER_LEN + payload.len() + TAG_LEN).unwrap_or(u16::MAX);
        header.extend((0x4000 | len).to_be_bytes());
        header.extend([0; NUMBER_LEN]);
        sealed(secret, secret, &header, 0, &payload)
    }

    fn client_hello(&self, own: &str) -> Vec<u8> {
        let offered = self.plan.alpn_offered.clone().unwrap_or_else(|| vec![own.to_owned()]);
        let mut extensions = extension(43, &[2, 3, 4]);
        extensions.extend(extension(16, &list(&offered)));
        extensions.extend(extension(57, &[0x04, 4, 0x80, 0x10, 0, 0]));
        let mut body = vec![3, 3];
        body.extend(self.random);
        body.extend([0, 0, 6, 0x13, 0x01, 0x13, 0x02, 0x13, 0x03, 1, 0]);
        body.extend(sized(&extensions));
        body
    }

    fn server_hello(&self) -> Vec<u8> {
        let suite: u16 = match self.plan.cipher {
            Cipher::Aes128Gcm => 0x1301,
            Cipher::Aes256Gcm => 0x1302,
            Cipher::Chacha20Poly1305 => 0x1303,
        };
        let mut body = vec![3, 3];
        body.extend(filler::seed("QUIC server random", self.number));
        body.push(0);
        body.extend(suite.to_be_bytes());
        body.push(0);
        body.extend(sized(&extension(43, &[3, 4])));
        body
    }

    fn server_flight(&self, own: &str) -> Vec<u8> {
        let mut chosen = extension(57, &[0x04, 4, 0x80, 0x10, 0, 0]);
        if let Some(name) = self.plan.alpn.clone().unwrap_or_else(|| Some(own.to_owned())) {
            chosen.extend(extension(16, &list(&[name])));
        }
        let mut flight = message(8, &sized(&chosen));
        flight.extend(message(11, &filler::octets("QUIC certificate", self.number, 300)));
        flight.extend(message(20, &[0x53; 32]));
        flight
    }
}

/// Seals a packet: masked with the first secret's key, sealed with the present one's.
fn sealed(mask: &PacketSecret, present: &PacketSecret, header: &[u8], number: u64, payload: &[u8]) -> Vec<u8> {
    let (Some(key), Some(mask)) = (present.packet_key(), mask.header_key()) else { return Vec::new() };
    seal(&key, &mask, header, number, payload)
}

/// A CRYPTO frame at the beginning of its stream.
fn crypto(octets: &[u8]) -> Vec<u8> {
    let mut out = vec![0x06, 0];
    write_varint(&mut out, octets.len() as u64);
    out.extend(octets);
    out
}

/// A handshake message.
fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&[kind][..], &length[1..], body].concat()
}

fn extension(kind: u16, body: &[u8]) -> Vec<u8> {
    [&kind.to_be_bytes()[..], &sized(body)].concat()
}

/// A list of protocol names.
fn list(names: &[String]) -> Vec<u8> {
    let each = names.iter().flat_map(|name| std::iter::once(u8::try_from(name.len()).unwrap_or(u8::MAX)).chain(name.bytes()));
    sized(&each.collect::<Vec<u8>>())
}

/// Octets behind their number.
fn sized(octets: &[u8]) -> Vec<u8> {
    [&u16::try_from(octets.len()).unwrap_or(u16::MAX).to_be_bytes()[..], octets].concat()
}

//! Builds traffic: frames, handshakes with known keys, TCP wrapping, capture files.
//!
//! Nothing here is random and nothing reads a clock: the same calls give the same octets. The encoders are not the inverse of
//! the decoders by construction; apart from the header layout they share no code with them.

use std::sync::Arc;

use bytes::Bytes;

use crate::base::direction::Direction;
use crate::base::id::PacketId;
use crate::base::input::{Input, LinkType, Packet, ReadAt};
use crate::base::secret::Secret;
use crate::bridge::mapping::Mappings;
use crate::spec::channel::Channel;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::protocol::Protocol;
use crate::spec::suite::{Signature, Suite};

mod a2a;
mod association;
mod bridge;
mod control;
mod filler;
mod frame;
mod handshake;
pub mod jsonrpc;
mod keys;
mod mcp;
pub mod native;
pub mod sample;
mod quic;
mod tls;
mod wire;
pub mod write;

pub use bridge::BridgeSpec;
pub use frame::{FrameSpec, Sealing};
pub use handshake::{HelloTlvs, Tlv};
pub use native::{Cbor, NativeSpec};
pub use quic::QuicPlan;
pub use tls::{EarlyData, TlsPlan};

use association::{Association, KeyLog, Opening};
use jsonrpc::Carried;
use wire::Capture;

/// Traffic of one or more associations under construction.
///
/// The first frame of an association opens its TCP connection and runs the four-frame handshake, unless told otherwise before. Calls go
/// to the association begun last. Every call can be chained.
#[derive(Clone, Debug)]
pub struct Scenario {
    associations: Vec<Association>,
    /// The association that calls go to.
    current: usize,
    capture: Capture,
    carried: Carried,
    /// Identifiers that whoever reads the traffic has to bind, with the names of their mappings.
    bindings: Vec<(u8, &'static str)>,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            associations: vec![Association::new(0)],
            current: 0,
            capture: Capture::default(),
            carried: Carried::default(),
            bindings: Vec::new(),
        }
    }
}

/// What is settled before the first frame of an association.
impl Scenario {
    /// No traffic yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The crypto generation of the association; 2 unless told otherwise.
    pub fn generation(&mut self, generation: Generation) -> &mut Self {
        self.at().plan.generation = generation;
        self
    }

    /// The profile offered and selected; Standard unless told otherwise. High and Sovereign bring their mechanism, hash and suites along.
    pub fn profile(&mut self, profile: Profile) -> &mut Self {
        self.at().plan.profile = profile;
        self
    }

    /// The suites offered. Generation 3 above Standard selects all of them, otherwise the first is selected.
    pub fn suites(&mut self, suites: &[Suite]) -> &mut Self {
        self.at().plan.suites = Some(suites.to_vec());
        self
    }

    /// The signature scheme offered and used; Ed25519 unless told otherwise, ML-DSA-87 under the number of its generation at Sovereign.
    pub fn signature(&mut self, scheme: Signature) -> &mut Self {
        self.at().plan.signature = Some(scheme);
        self
    }

    /// The TCP connection opens, but no N-PAMP handshake is sent. Frames are sealed with keys that the log names by the id they would have.
    pub fn without_handshake(&mut self) -> &mut Self {
        self.at().plan.opening = Opening::Absent;
        self
    }

    /// The capture begins after the handshake. The key log names the secrets by the id that was not captured.
    pub fn late(&mut self) -> &mut Self {
        self.at().plan.opening = Opening::Missed;
        self
    }

    /// The key log has nothing about the association.
    pub fn no_keys(&mut self) -> &mut Self {
        self.at().plan.key_log = KeyLog::Empty;
        self
    }

    /// The key log has secrets of the association's id that open nothing.
    pub fn wrong_keys(&mut self) -> &mut Self {
        self.at().plan.key_log = KeyLog::Wrong;
        self
    }

    /// The key log has only the traffic secrets of one channel.
    pub fn only_channel_keys(&mut self, channel: Channel) -> &mut Self {
        self.at().plan.key_log = KeyLog::Channel(channel);
        self
    }

    /// The key log has only traffic secrets of one suite.
    pub fn only_suite_keys(&mut self, suite: Suite) -> &mut Self {
        self.at().plan.key_log = KeyLog::Suite(suite);
        self
    }

    /// The key log has traffic secrets, and those of one channel are of another run.
    pub fn wrong_channel_keys(&mut self, channel: Channel) -> &mut Self {
        self.at().plan.key_log = KeyLog::WrongChannel(channel);
        self
    }

    /// Edits `CLIENT_HELLO` before it is sent.
    pub fn client_hello(&mut self, edit: fn(&mut HelloTlvs)) -> &mut Self {
        self.at().plan.edits[0] = Some(edit);
        self
    }

    /// Edits `SERVER_HELLO` before it is sent.
    pub fn server_hello(&mut self, edit: fn(&mut HelloTlvs)) -> &mut Self {
        self.at().plan.edits[1] = Some(edit);
        self
    }

    /// Edits `SERVER_AUTH` before it is sealed.
    pub fn server_auth(&mut self, edit: fn(&mut HelloTlvs)) -> &mut Self {
        self.at().plan.edits[2] = Some(edit);
        self
    }

    /// Edits `CLIENT_AUTH` before it is sealed.
    pub fn client_auth(&mut self, edit: fn(&mut HelloTlvs)) -> &mut Self {
        self.at().plan.edits[3] = Some(edit);
        self
    }

    /// Later calls go to a new association: other ports, other keys, everything else as at the beginning.
    pub fn next_association(&mut self) -> &mut Self {
        self.current = self.associations.len();
        self.associations.push(Association::new(self.current));
        self
    }

    /// Later calls go to association `number` again, counted from 0.
    pub fn association(&mut self, number: usize) -> &mut Self {
        self.current = number.min(self.associations.len() - 1);
        self
    }
}

/// What the reader of the traffic has to know.
impl Scenario {
    /// The protocol identifier means the mapping of this name: by an agreement that the octets do not show.
    pub fn map(&mut self, id: u8, name: &'static str) -> &mut Self {
        self.bindings.push((id, name));
        self
    }

    /// The identifiers to bind.
    pub fn bindings(&self) -> &[(u8, &'static str)] {
        &self.bindings
    }

    /// The mappings with those identifiers bound. A name that is none is left out.
    pub fn mappings(&self) -> Mappings {
        let mut mappings = Mappings::default();
        for (id, name) in &self.bindings {
            let _ = mappings.bind(Protocol(*id), name);
        }
        mappings
    }
}

/// TLS below the frames.
impl Scenario {
    /// The association runs over TLS, as the plan says after `edit`. Before the first frame.
    pub fn tls(&mut self, edit: impl FnOnce(&mut TlsPlan)) -> &mut Self {
        let association = self.at();
        let number = association.number;
        edit(&mut association.tls.get_or_insert_with(|| tls::Tls::new(number)).plan);
        self
    }

    /// A direction changes its TLS keys; it may ask the other one to do so too.
    pub fn tls_key_update(&mut self, direction: Direction, asks: bool) -> &mut Self {
        self.tls_record(direction, |tls| tls.update(direction, asks))
    }

    /// The server hands out a ticket for later connections.
    pub fn tls_ticket(&mut self) -> &mut Self {
        self.tls_record(Direction::S2c, |tls| tls.post(Direction::S2c, 4, &filler::octets("ticket", 0, 180)))
    }

    /// A direction says over TLS that it ends.
    pub fn tls_close(&mut self, direction: Direction) -> &mut Self {
        self.tls_record(direction, |tls| tls.close_notify(direction))
    }

    /// The next TLS record of a direction is altered on its way.
    pub fn tls_spoil_next(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        if let Some(tls) = &mut self.at().tls {
            tls.spoil[direction.index()] = true;
        }
        self
    }

    fn tls_record(&mut self, direction: Direction, make: impl FnOnce(&mut tls::Tls) -> Vec<u8>) -> &mut Self {
        self.begin();
        let octets = self.at().tls.as_mut().map(make);
        if let Some(octets) = octets {
            self.transmit(direction, &octets);
        }
        self
    }
}

/// QUIC below the frames.
impl Scenario {
    /// The association runs over QUIC, as the plan says after `edit`. Before the first frame.
    pub fn quic(&mut self, edit: impl FnOnce(&mut QuicPlan)) -> &mut Self {
        let association = self.at();
        let number = association.number;
        edit(&mut association.quic.get_or_insert_with(|| quic::Quic::new(number)).plan);
        self
    }

    /// What is sent from now on goes to this stream; `None` for that of its channel.
    pub fn on_stream(&mut self, stream: Option<u64>) -> &mut Self {
        self.begin();
        if let Some(quic) = &mut self.at().quic {
            quic.route = stream.map_or(quic::Route::Usual, quic::Route::Stream);
        }
        self
    }

    /// The next frame goes into a datagram.
    pub fn in_datagram(&mut self) -> &mut Self {
        self.begin();
        if let Some(quic) = &mut self.at().quic {
            quic.route = quic::Route::Datagram;
        }
        self
    }

    /// A direction changes its QUIC keys.
    pub fn quic_key_update(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        if let Some(quic) = &mut self.at().quic {
            quic.update(direction);
        }
        self
    }

    /// The client moves to another port; with a new connection id when it knows that it does.
    pub fn quic_move(&mut self, deliberate: bool) -> &mut Self {
        self.begin();
        let Association { quic: Some(quic), connection, .. } = &mut self.associations[self.current] else { return self };
        let before = quic.clone();
        if let Some(offer) = quic.move_client(deliberate) {
            self.capture.packet(&before.wrap(Direction::S2c, &offer), connection.seen);
        }
        self
    }

    /// A packet with these frames, whatever they are.
    pub fn quic_frames(&mut self, direction: Direction, frames: &[u8]) -> &mut Self {
        self.quic_packet(direction, |quic| quic.raw(direction, frames))
    }

    /// A direction gives up a stream.
    pub fn quic_reset(&mut self, direction: Direction, stream: u64) -> &mut Self {
        self.quic_packet(direction, |quic| quic.reset(direction, stream))
    }

    /// A direction closes the QUIC connection, with an error code: 0 is none.
    pub fn quic_close(&mut self, direction: Direction, code: u64) -> &mut Self {
        self.quic_packet(direction, |quic| quic.close(direction, code))
    }

    fn quic_packet(&mut self, direction: Direction, make: impl FnOnce(&mut quic::Quic) -> Vec<u8>) -> &mut Self {
        self.begin();
        let Association { quic: Some(quic), connection, .. } = &mut self.associations[self.current] else { return self };
        let datagram = make(quic);
        self.capture.packet(&quic.wrap(direction, &datagram), connection.seen);
        self
    }

    /// Sends octets over QUIC. The peer acknowledges what the capture misses.
    fn send_quic(&mut self, direction: Direction, channel: Channel, octets: &[u8]) {
        let Association { quic: Some(quic), connection, plan, .. } = &mut self.associations[self.current] else { return };
        for (way, datagram) in quic.begin(plan.generation) {
            self.capture.packet(&quic.wrap(way, &datagram), connection.seen);
        }
        let lost = std::mem::take(&mut connection.lose[direction.index()]);
        for datagram in quic.carry(direction, channel, octets) {
            self.capture.packet(&quic.wrap(direction, &datagram), connection.seen && !lost);
        }
        if lost {
            let answer = quic.acknowledge(direction.flip());
            self.capture.packet(&quic.wrap(direction.flip(), &answer), connection.seen);
        }
    }
}

/// Frames, octets, segments.
impl Scenario {
    /// Sends a frame: sealed with the key of its channel and direction under the next sequence number, unless it asks otherwise.
    pub fn frame(&mut self, direction: Direction, spec: FrameSpec) -> &mut Self {
        self.begin();
        let channel = spec.channel;
        let octets = self.at().assemble(direction, spec);
        self.send(direction, channel, &octets)
    }

    /// Sends a carried message.
    pub fn bridge(&mut self, direction: Direction, message: BridgeSpec) -> &mut Self {
        self.frame(direction, message.build())
    }

    /// Sends octets that are no frame.
    pub fn octets(&mut self, direction: Direction, octets: &[u8]) -> &mut Self {
        self.begin();
        self.send(direction, Channel::CONTROL, octets)
    }

    /// Runs the handshake now, if it has not been.
    pub fn begin(&mut self) -> &mut Self {
        if self.at().begun() {
            return self;
        }
        let messages = self.at().begin();
        let opening = self.at().plan.opening;
        self.at().connection.seen = opening != Opening::Missed;
        if opening != Opening::Absent {
            for (message, direction) in messages.iter().zip([Direction::C2s, Direction::S2c, Direction::S2c, Direction::C2s]) {
                self.hello(direction, message);
            }
        }
        self.at().connection.seen = true;
        self
    }

    /// Data segments carry at most this many octets from now on.
    pub fn segment_size(&mut self, octets: usize) -> &mut Self {
        self.at().connection.segment = octets;
        self
    }

    /// What is sent next in a direction arrives, but is not captured. The peer's acknowledgement is.
    pub fn lose_next(&mut self, direction: Direction) -> &mut Self {
        self.at().connection.lose[direction.index()] = true;
        self
    }

    /// From now on the sender of a direction acknowledges nothing more: what its peer sends is still on its way.
    pub fn hears_nothing(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        self.at().connection.freeze(direction);
        self
    }

    /// So many octets are sent in a direction and arrive, but nobody wrote them down: not the capture, and not [`Scenario::streams`].
    pub fn lose_octets(&mut self, direction: Direction, octets: u32) -> &mut Self {
        self.begin();
        self.associations[self.current].connection.skip(&mut self.capture, direction, octets);
        self
    }

    /// The last data segment is sent again.
    pub fn duplicate_last(&mut self) -> &mut Self {
        self.associations[self.current].connection.repeat(&mut self.capture);
        self
    }

    /// The range of the last data segment is sent again with other octets.
    pub fn conflict_last(&mut self) -> &mut Self {
        self.associations[self.current].connection.conflict(&mut self.capture);
        self
    }

    /// Time passes.
    pub fn wait(&mut self, millis: i64) -> &mut Self {
        self.capture.wait(millis);
        self
    }

    /// The capture keeps at most this many octets of every later packet.
    pub fn snaplen(&mut self, octets: usize) -> &mut Self {
        self.capture.snaplen = octets;
        self
    }

    /// The capture begins here: what was sent before was not recorded.
    pub fn capture_starts_here(&mut self) -> &mut Self {
        self.capture.records.clear();
        self
    }

    /// The sender of a direction ends it in order.
    pub fn fin(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        self.associations[self.current].connection.fin(&mut self.capture, direction);
        self
    }

    /// The sender of a direction breaks the connection.
    pub fn rst(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        self.associations[self.current].connection.rst(&mut self.capture, direction);
        self
    }

    fn hello(&mut self, direction: Direction, message: &HelloTlvs) {
        if let Some(first) = message.before {
            first(self);
        }
        for _ in 0..message.times {
            let octets = self.at().assemble(direction, message.frame.clone());
            self.send(direction, Channel::CONTROL, &octets);
        }
    }

    fn send(&mut self, direction: Direction, channel: Channel, octets: &[u8]) -> &mut Self {
        if self.at().quic.is_some() {
            self.send_quic(direction, channel, octets);
            self.at().streams[direction.index()].extend_from_slice(octets);
            return self;
        }
        let association = &mut self.associations[self.current];
        association.streams[direction.index()].extend_from_slice(octets);
        let generation = association.plan.generation;
        let flights = match &mut association.tls {
            Some(tls) => tls.carry(generation, direction, octets),
            None => vec![(direction, octets.to_vec())],
        };
        for (direction, octets) in flights {
            self.transmit(direction, &octets);
        }
        self
    }

    /// Sends octets of the transport.
    fn transmit(&mut self, direction: Direction, octets: &[u8]) {
        let connection = &mut self.associations[self.current].connection;
        connection.open(&mut self.capture);
        connection.send(&mut self.capture, direction, octets);
    }

    fn at(&mut self) -> &mut Association {
        &mut self.associations[self.current]
    }
}

/// What came of it.
impl Scenario {
    /// The packets, as they lie in [`Scenario::pcapng`] without secrets.
    pub fn packets(&self) -> Vec<Packet> {
        let offsets = write::offsets(&self.capture.records);
        let packet = |(at, (record, file_offset)): (usize, (&write::Record, u64))| Packet {
            id: PacketId::from_index(at),
            time: record.time,
            link: LinkType::ETHERNET,
            original_len: record.original_len,
            file_offset,
            bytes: Bytes::copy_from_slice(&record.octets),
        };
        self.capture.records.iter().zip(offsets).enumerate().map(packet).collect()
    }

    /// The key log.
    pub fn keys(&self) -> String {
        self.associations.iter().map(Association::keys).collect()
    }

    /// What a driver hands to an engine: the file, the key log, the packets.
    pub fn inputs(&self) -> Vec<Input> {
        let mut out = vec![Input::File { name: "scenario.pcapng".to_owned() }];
        let keys = self.keys();
        if !keys.is_empty() {
            out.push(Input::Secrets(Secret::new(keys.into_bytes())));
        }
        out.extend(self.packets().into_iter().map(Input::Packet));
        out
    }

    /// A pcapng file, with the key log inside when `with_secrets`.
    pub fn pcapng(&self, with_secrets: bool) -> Vec<u8> {
        write::pcapng(&self.capture.records, &if with_secrets { self.keys() } else { String::new() })
    }

    /// A pcap file with nanoseconds.
    pub fn pcap(&self) -> Vec<u8> {
        write::pcap(&self.capture.records)
    }

    /// Reads octets of [`Scenario::inputs`] back.
    pub fn read_back(&self) -> Arc<dyn ReadAt> {
        Arc::new(File(self.pcapng(false)))
    }

    /// Every octet that each association sent, client to server first, whether it was captured or not.
    pub fn streams(&self) -> Vec<[Vec<u8>; 2]> {
        self.associations.iter().map(|association| association.streams.clone()).collect()
    }
}

/// A capture file in memory.
struct File(Vec<u8>);

impl ReadAt for File {
    fn read_at(&self, _input: usize, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let octets = self.0.get(start..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(octets.ok_or_else(|| std::io::Error::from(std::io::ErrorKind::UnexpectedEof))?);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! The TLS layer of made traffic: a handshake whose secrets follow from a number, and records sealed with them [RFC 8446].
//!
//! No keys are agreed and nothing is signed: an observer with a key log looks at neither.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::base::text::hex;
use crate::crypto::aead::{Cipher, RecordKey};
use crate::crypto::kdf::{TLS13_PREFIX, expand_with_prefix};
use crate::spec::generation::Generation;

use super::filler;

mod hello;
mod plan;

use hello::{RETRY, extension, list, sized};
use plan::RECORD;
pub use plan::{EarlyData, TlsPlan};

/// Content types.
const CHANGE_CIPHER_SPEC: u8 = 20;
const ALERT: u8 = 21;
const HANDSHAKE: u8 = 22;
const DATA: u8 = 23;
/// Labels of key logs: early data, handshake and application, client and server.
const LABELS: [[&str; 2]; 3] = [
    ["CLIENT_EARLY_TRAFFIC_SECRET", ""],
    ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET"],
    ["CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0"],
];
/// The TLS layer of one association.
#[derive(Clone, Debug)]
pub(super) struct Tls {
    number: usize,
    pub(super) plan: TlsPlan,
    random: [u8; 32],
    /// Phase and key generation of each direction, with the next record number.
    lanes: [Lane; 2],
    begun: bool,
    /// Whether the next record of a direction is altered on its way.
    pub(super) spoil: [bool; 2],
}

#[derive(Clone, Debug)]
struct Lane {
    secret: Secret,
    number: u64,
}

/// Octets that go one way.
pub(super) type Flight = (Direction, Vec<u8>);

impl Tls {
    /// The layer of association `number`.
    pub(super) fn new(number: usize) -> Self {
        let lane = || Lane { secret: Secret::default(), number: 0 };
        let random = filler::seed("TLS client random", number);
        Self { number, plan: TlsPlan::default(), random, lanes: [lane(), lane()], begun: false, spoil: [false; 2] }
    }

    /// The octets that carry `octets`, behind the handshake when it has not been.
    pub(super) fn carry(&mut self, generation: Generation, direction: Direction, octets: &[u8]) -> Vec<Flight> {
        if self.begun {
            return vec![(direction, self.seal(direction, DATA, octets))];
        }
        let early = self.plan.early != EarlyData::None && direction == Direction::C2s;
        let mut flights = self.begin(generation, octets, early);
        if !early || self.plan.early == EarlyData::Refused {
            flights.push((direction, self.seal(direction, DATA, octets)));
        }
        flights
    }

    /// The handshake.
    fn begin(&mut self, generation: Generation, first: &[u8], early: bool) -> Vec<Flight> {
        self.begun = true;
        let own = format!("n-pamp/{}", generation.number());
        let hello = record(HANDSHAKE, &message(1, &self.client_hello(&own, early)));
        let mut client = hello.clone();
        if early {
            self.enter(0, Direction::C2s);
            client.extend(record(CHANGE_CIPHER_SPEC, &[1]));
            client.extend(self.seal(Direction::C2s, DATA, first));
        }
        let mut flights = vec![(Direction::C2s, client)];
        if self.plan.retry {
            flights.push((Direction::S2c, record(HANDSHAKE, &message(2, &self.server_hello(&own, &RETRY)))));
            flights.push((Direction::C2s, hello));
        }
        let mut server = record(HANDSHAKE, &message(2, &self.server_hello(&own, &filler::seed("TLS server random", self.number))));
        server.extend(record(CHANGE_CIPHER_SPEC, &[1]));
        self.enter(1, Direction::S2c);
        server.extend(self.server_flight(&own));
        flights.push((Direction::S2c, server));
        let mut finish = record(CHANGE_CIPHER_SPEC, &[1]);
        if self.plan.early == EarlyData::Accepted && early {
            finish = self.seal(Direction::C2s, HANDSHAKE, &message(5, &[]));
        }
        self.enter(1, Direction::C2s);
        finish.extend(self.seal(Direction::C2s, HANDSHAKE, &message(20, &[0x46; 32])));
        flights.push((Direction::C2s, finish));
        self.enter(2, Direction::C2s);
        self.enter(2, Direction::S2c);
        flights
    }

    /// A handshake message after the handshake.
    pub(super) fn post(&mut self, direction: Direction, kind: u8, body: &[u8]) -> Vec<u8> {
        self.seal(direction, HANDSHAKE, &message(kind, body))
    }

    /// A change of keys of a direction.
    pub(super) fn update(&mut self, direction: Direction, asks: bool) -> Vec<u8> {
        let octets = self.post(direction, 24, &[u8::from(asks)]);
        let hash = self.cipher().hash();
        let lane = &mut self.lanes[direction.index()];
        lane.secret = expand_with_prefix(hash, lane.secret.expose(), TLS13_PREFIX, "traffic upd", b"", hash.len());
        lane.number = 0;
        octets
    }

    /// The end of a direction, in a sealed alert.
    pub(super) fn close_notify(&mut self, direction: Direction) -> Vec<u8> {
        self.seal(direction, ALERT, &[1, 0])
    }

    /// The lines of the key log.
    pub(super) fn keys(&self) -> String {
        let mut out = String::new();
        for (phase, labels) in LABELS.iter().enumerate() {
            for direction in Direction::BOTH {
                let label = labels[direction.index()];
                let early = phase > 0 || self.plan.early != EarlyData::None;
                if label.is_empty() || !early || !self.begun || self.plan.missing.iter().any(|missing| *missing == label || *missing == "*")
                {
                    continue;
                }
                let mut secret = self.secret(phase, direction);
                if self.plan.wrong {
                    secret.reverse();
                }
                out.extend([label, " ", &hex(&self.random), " ", &hex(&secret), "\n"]);
            }
        }
        out
    }

    fn cipher(&self) -> Cipher {
        self.plan.suite.cipher().unwrap_or(Cipher::Aes128Gcm)
    }

    fn secret(&self, phase: usize, direction: Direction) -> Vec<u8> {
        filler::octets(LABELS[phase][direction.index()], self.number, self.cipher().hash().len())
    }

    fn enter(&mut self, phase: usize, direction: Direction) {
        self.lanes[direction.index()] = Lane { secret: Secret::new(self.secret(phase, direction)), number: 0 };
    }

    fn server_flight(&mut self, own: &str) -> Vec<u8> {
        let mut chosen = Vec::new();
        if let Some(name) = self.plan.alpn.clone().unwrap_or_else(|| Some(own.to_owned())) {
            chosen.extend(extension(16, &list(&[name])));
        }
        if self.plan.early == EarlyData::Accepted {
            chosen.extend(extension(42, &[]));
        }
        let mut flight = message(8, &sized(&chosen));
        if !self.plan.resumed {
            flight.extend(message(11, &filler::octets("certificate", self.number, 700)));
            flight.extend(message(15, &filler::octets("signature", self.number, 76)));
        }
        flight.extend(message(20, &[0x53; 32]));
        self.seal(Direction::S2c, HANDSHAKE, &flight)
    }

    /// Content in as many records as it needs.
    fn seal(&mut self, direction: Direction, kind: u8, content: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(content.len() + 64);
        for part in content.chunks(self.plan.record.clamp(1, RECORD)) {
            let mut plain = part.to_vec();
            plain.push(kind);
            plain.resize(plain.len() + self.plan.padding.min(RECORD + 1 - plain.len()), 0);
            out.extend(self.seal_one(direction, plain));
        }
        out
    }

    fn seal_one(&mut self, direction: Direction, mut plain: Vec<u8>) -> Vec<u8> {
        let (cipher, at) = (self.cipher(), direction.index());
        let lane = &mut self.lanes[at];
        let expand = |label, length| expand_with_prefix(cipher.hash(), lane.secret.expose(), TLS13_PREFIX, label, b"", length);
        let (key, iv) = (expand("key", cipher.key_len()), expand("iv", 12));
        let mut out = vec![DATA, 3, 3];
        out.extend(u16::try_from(plain.len() + 16).unwrap_or(u16::MAX).to_be_bytes());
        if let Some(key) = RecordKey::of_transport(cipher, key.expose(), iv.expose()) {
            key.seal(key.nonce(lane.number), &out, &mut plain);
        }
        lane.number += 1;
        if std::mem::take(&mut self.spoil[at]) {
            plain[0] ^= 1;
        }
        out.extend(plain);
        out
    }
}

/// A record in the clear.
fn record(kind: u8, body: &[u8]) -> Vec<u8> {
    [&[kind, 3, 3][..], &sized(body)].concat()
}

/// A handshake message.
fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&[kind][..], &length[1..], body].concat()
}

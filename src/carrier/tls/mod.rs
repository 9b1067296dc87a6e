//! TLS 1.3 over TCP, watched: hello messages, keys of the key log, records opened in place, content in its order [RFC 8446].
//!
//! Nothing here fails. A record that does not open is counted and stepped over; after a hole the next record is found again, its
//! number and key generation by a bounded search.

mod content;
mod head;
mod hellos;
mod keys;
mod messages;
mod opening;
mod probe;
mod record;
mod search;
mod side;
mod waiting;

use std::collections::VecDeque;

use bytes::Bytes;

use crate::base::limits::Limits;
use crate::carrier::event::Event;
use crate::carrier::facts::{Facts, Kind};
use crate::carrier::keylog::KeyLog;
use crate::carrier::seal::Seal;
use crate::net::At;

use head::{HEADER, Head, kind};
use keys::Phase;
pub(crate) use keys::reopen;
pub use probe::{Probe, probe};
use record::{Piece, Record};
use side::Side;

/// Failed records after which a connection of unknown beginning is given up.
const HOPELESS_RECORDS: u64 = 16;

/// What connections share: the key log, and bounds over all of them.
pub struct Env<'a> {
    /// Every secret known.
    pub keys: &'a KeyLog,
    /// What is left of the common bounds.
    pub budget: &'a mut Budget,
}

/// What is left of the bounds over all connections.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Octets that searches may still try to open.
    search: u64,
    /// Octets that wait for a key.
    waiting: usize,
    /// Connections that nothing opened although older secrets were left untried.
    untried: u64,
}

impl Budget {
    /// All of it.
    pub const fn new(limits: &Limits) -> Self {
        Self { search: limits.tls_search_total, waiting: limits.tls_waiting_total, untried: 0 }
    }

    /// Connections of unknown beginning that nothing opened although the key log has more secrets than were tried.
    pub const fn untried(&self) -> u64 {
        self.untried
    }

    /// Whether searches were cut short.
    pub const fn is_spent(&self) -> bool {
        self.search == 0
    }
}

/// Bounds of one connection.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    waiting: usize,
    early: usize,
    numbers: u64,
    connections: usize,
}

/// How far the connection can be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Records are opened.
    Followed,
    /// A version or a suite that cannot be opened: units are counted.
    Counted,
    /// Not of N-PAMP as far as can be told, and without keys.
    Foreign,
}

/// One connection.
#[derive(Debug)]
pub struct Tls {
    sides: (Side, Side),
    facts: Facts,
    stage: Stage,
    /// Name of the connection in key logs.
    random: Option<Box<[u8]>>,
    /// The side that is the client.
    client: Option<usize>,
    /// Revision of the key log that was last looked at.
    revision: Option<u64>,
    /// Keys that opened data.
    seals: Vec<Seal>,
    events: VecDeque<Event>,
    bounds: Bounds,
    /// Octets that searches of this connection may still try to open.
    search_left: u64,
    changes: u32,
    /// Whether a `ServerHello` was taken, or a record opened that comes after it.
    settled: bool,
    /// Whether it is of interest whatever it says of itself.
    insisted: bool,
    /// Whether the key log has more secrets than were tried.
    untried: bool,
}

impl Tls {
    /// A connection that begins with a hello, or of which the beginning was not captured.
    pub fn new(limits: &Limits, from_start: bool) -> Self {
        let expect = from_start.then_some(Phase::Handshake);
        let side = || Side::new(limits.tls_hello, expect);
        let bounds = Bounds {
            waiting: limits.tls_waiting,
            early: limits.tls_early,
            numbers: limits.tls_numbers,
            connections: limits.tls_connections,
        };
        Self {
            sides: (side(), side()),
            facts: Facts { kind: Kind::Tls, ..Facts::default() },
            stage: Stage::Followed,
            random: None,
            client: None,
            revision: None,
            seals: Vec::new(),
            events: VecDeque::new(),
            bounds,
            search_left: limits.tls_search,
            changes: 0,
            settled: false,
            insisted: false,
            untried: false,
        }
    }

    /// The user says that it is of interest, whatever its hello offers.
    #[must_use]
    pub fn insist(mut self) -> Self {
        self.insisted = true;
        self
    }

    /// Takes the next octets of a side.
    pub fn push(&mut self, side: usize, offset: u64, bytes: Bytes, at: At, env: &mut Env<'_>) {
        if self.stage == Stage::Foreign {
            return;
        }
        self.look_up(env);
        self.side(side).records.push(offset, bytes, at);
        self.take(side, env);
    }

    /// Octets of a side are missing.
    pub fn gap(&mut self, side: usize, offset: u64, length: u64, snaplen: bool, env: &mut Env<'_>) {
        if self.stage != Stage::Foreign {
            self.broken(side);
            self.side(side).records.gap(offset, length, snaplen);
            self.take(side, env);
        }
    }

    /// A side is over: what went missing at its end is said.
    pub fn finish(&mut self, side: usize, env: &mut Env<'_>) {
        self.look_up(env);
        let at = self.side(side).records.mark();
        self.give_up(side, at);
    }

    /// Looks whether the key log has something new for records that wait.
    pub fn refresh(&mut self, env: &mut Env<'_>) {
        self.look_up(env);
    }

    /// Whether records of a side wait for a key.
    pub fn waits(&self, side: usize) -> bool {
        let side = if side == 0 { &self.sides.0 } else { &self.sides.1 };
        !side.waiting.is_empty()
    }

    /// Drops what waits for a key.
    pub fn let_go(&mut self, budget: &mut Budget) {
        let freed = self.sides.0.drop_waiting().saturating_add(self.sides.1.drop_waiting());
        budget.waiting = budget.waiting.saturating_add(freed);
    }

    /// The next event.
    pub fn poll(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// What is known of the connection.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The side that is the client of TLS, when known.
    pub const fn client(&self) -> Option<usize> {
        self.client
    }

    /// Grows when what is known of the connection changes, numbers of records apart.
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// A key that events name.
    pub fn seal(&self, key: u32) -> Option<&Seal> {
        self.seals.get(key as usize)
    }

    /// Whether nothing of it will ever be of interest.
    pub fn is_foreign(&self) -> bool {
        self.stage == Stage::Foreign
    }

    /// Whether records of a connection that offers N-PAMP stay closed.
    pub fn is_closed(&self) -> bool {
        self.facts.reason().is_some() && (self.insisted || self.facts.is_meant())
    }

    /// Whether some record was opened.
    pub fn has_opened(&self) -> bool {
        self.facts.shape.iter().any(|shape| shape.opened > 0)
    }

    /// Whether a connection of unknown beginning was tried long enough.
    pub fn is_hopeless(&self) -> bool {
        let failed: u64 = self.facts.shape.iter().map(|shape| shape.closed).sum();
        !self.has_opened() && (self.search_left == 0 || failed >= HOPELESS_RECORDS)
    }

    /// Offset of the first octet of a side that may still be needed.
    pub fn needed(&self, side: usize) -> u64 {
        let side = if side == 0 { &self.sides.0 } else { &self.sides.1 };
        side.needed()
    }

    const fn changed(&mut self) {
        self.changes = self.changes.wrapping_add(1);
    }

    fn side(&mut self, side: usize) -> &mut Side {
        if side == 0 { &mut self.sides.0 } else { &mut self.sides.1 }
    }

    /// 0 for the client, 1 for the server; the number of the side while that is not known.
    fn role(&self, side: usize) -> usize {
        self.client.map_or(side, |client| usize::from(client != side))
    }

    fn take(&mut self, side: usize, env: &mut Env<'_>) {
        while let Some(piece) = self.side(side).records.poll() {
            match piece {
                Piece::Record(record) => self.record(side, record, env),
                Piece::Passed(head) => self.passed(side, head),
                Piece::Broken { head, snaplen } if head.kind == kind::DATA => self.missed(side, head.total() as u64, snaplen),
                Piece::Broken { .. } => self.side(side).messages.reset(),
                Piece::Lost { octets, snaplen } => {
                    self.broken(side);
                    let most = self.bounds.numbers;
                    self.side(side).lost(octets, snaplen, most);
                }
            }
            if self.stage == Stage::Foreign {
                return;
            }
        }
    }

    fn record(&mut self, side: usize, record: Record, env: &mut Env<'_>) {
        match record.kind {
            kind::HANDSHAKE => self.clear_messages(side, &record, env),
            kind::ALERT => self.alert(side, record.octets.get(HEADER..).unwrap_or_default()),
            kind::DATA if self.stage == Stage::Followed => self.sealed(side, record, env),
            kind::DATA => self.passed(side, Head { kind: record.kind, length: record.octets.len().saturating_sub(HEADER) }),
            _ => {}
        }
    }

    /// A sealed record that nobody tries to open.
    fn passed(&mut self, side: usize, head: Head) {
        if head.kind != kind::DATA {
            return;
        }
        self.count_closed(side, head.total() as u64);
        let most = self.bounds.numbers;
        if self.stage == Stage::Followed {
            self.side(side).lost(head.total() as u64, false, most);
        }
    }

    fn count_closed(&mut self, side: usize, octets: u64) {
        let role = self.role(side);
        if let Some(shape) = self.facts.shape.get_mut(role) {
            shape.closed = shape.closed.saturating_add(1);
            shape.closed_octets = shape.closed_octets.saturating_add(octets);
        }
    }
}

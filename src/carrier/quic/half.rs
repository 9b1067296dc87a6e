//! One side of a connection: the numbers of its packets, its keys, its streams.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::limits::Limits;

use super::assembler::Assembler;
use super::cid::Cid;
use super::crypto_stream::CryptoStream;
use super::frame::Ranges;
use super::level::{Expected, Level, LevelKind};
use super::ranges::RangeSet;

/// Runs of packet numbers remembered.
const MOST_RUNS: usize = 256;
/// Runs of finished streams remembered, for each type of stream.
const MOST_DONE: usize = 256;
/// Reset tokens remembered.
const MOST_TOKENS: usize = 64;
/// Windows of packet numbers tried beyond the expected one.
const WINDOWS: u64 = 2;
/// Numbers by which an acknowledgement must go beyond a packet to show that it did not arrive: senders take it for lost then
/// [RFC 9002 §6.1.1].
const PASSED: u64 = 3;

/// Packet number spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    /// Initial packets.
    Initial,
    /// Handshake packets.
    Handshake,
    /// Everything else.
    Application,
}

impl Space {
    const fn index(self) -> usize {
        match self {
            Self::Initial => 0,
            Self::Handshake => 1,
            Self::Application => 2,
        }
    }
}

/// What is known of a side.
#[derive(Debug)]
pub(super) struct Half {
    largest: [Option<u64>; 3],
    /// Application numbers that were opened, and those that the other side acknowledges.
    pub(super) seen: RangeSet,
    pub(super) acked: RangeSet,
    largest_acked: Option<u64>,
    /// Application numbers that were acknowledged and will not be captured any more.
    pub(super) given_up: RangeSet,
    /// Application numbers of packets that wait to be delivered.
    pub(super) deferred: BTreeSet<u64>,
    /// The newest packet of the side with an acknowledgement, and what it acknowledges.
    pub(super) last_ack: Option<(u64, Ranges)>,
    /// Early, handshake and application keys.
    pub(super) early: Level,
    pub(super) handshake: Level,
    pub(super) application: Level,
    /// The TLS messages in Initial and Handshake packets.
    pub(super) crypto: [CryptoStream; 2],
    pub(super) streams: BTreeMap<u64, Assembler>,
    /// Streams that wait for octets.
    pub(super) waiting: BTreeSet<u64>,
    /// Streams that are over, by type.
    done: [RangeSet; 4],
    /// Ids that reach this side.
    pub(super) ids: Vec<Cid>,
    /// Tokens at the end of its stateless resets.
    tokens: Vec<[u8; 16]>,
    /// The id that its newest packet was sent to.
    pub(super) sends_to: Option<Cid>,
    /// Key updates seen.
    pub(super) generation: u64,
    /// Sizes of segments that were recorded as one datagram.
    pub(super) segment: usize,
    /// Datagrams that were split in vain, beyond those that opened.
    pub(super) unsplit: u32,
    /// Packets that did not open although a secret is known, while none has.
    pub(super) failures: u32,
    /// Whether it was told that keys are missing or wrong.
    pub(super) told: bool,
    /// Whether it was told that packets are missing whose fate is not known.
    pub(super) uncertain: bool,
}

impl Half {
    pub(super) fn new() -> Self {
        let done = || RangeSet::new(MOST_DONE);
        Self {
            largest: [None; 3],
            seen: RangeSet::new(MOST_RUNS),
            acked: RangeSet::new(MOST_RUNS),
            largest_acked: None,
            given_up: RangeSet::new(MOST_RUNS),
            deferred: BTreeSet::new(),
            last_ack: None,
            early: Level::new(LevelKind::Early),
            handshake: Level::new(LevelKind::Handshake),
            application: Level::new(LevelKind::Application),
            crypto: Default::default(),
            streams: BTreeMap::new(),
            waiting: BTreeSet::new(),
            done: [done(), done(), done(), done()],
            ids: Vec::new(),
            tokens: Vec::new(),
            sends_to: None,
            generation: 0,
            segment: 0,
            unsplit: 0,
            failures: 0,
            told: false,
            uncertain: false,
        }
    }

    /// The handshake begins anew: a version was negotiated.
    pub(super) fn restart(&mut self) {
        self.largest = [None; 3];
        self.crypto = Default::default();
    }

    /// The largest number opened in a space.
    pub(super) fn largest(&self, space: Space) -> Option<u64> {
        self.largest.get(space.index()).copied().flatten()
    }

    /// Which number the next packet of a space may have.
    pub(super) fn expected(&self, space: Space) -> Expected {
        let next = |number: Option<u64>| number.map_or(0, |number| number.saturating_add(1));
        let near = next(self.largest(space));
        let acked = if space == Space::Application { next(self.largest_acked) } else { near };
        Expected { near: [near, acked.max(near)], windows: WINDOWS }
    }

    /// A packet was opened. Answers whether its number is the largest so far.
    pub(super) fn opened(&mut self, space: Space, number: u64) -> bool {
        if space == Space::Application {
            self.seen.insert(number, number);
        }
        let Some(largest) = self.largest.get_mut(space.index()) else { return false };
        let newest = largest.is_none_or(|largest| number > largest);
        if newest {
            *largest = Some(number);
        }
        newest
    }

    /// The other side acknowledges numbers of the application space.
    pub(super) fn acknowledge(&mut self, low: u64, high: u64) {
        self.acked.insert(low, high);
        self.largest_acked = self.largest_acked.max(Some(high));
    }

    /// A number of `from..=to` whose packet was not captured although the other side acknowledges it. Numbers begin at 0 where the
    /// beginning was captured.
    pub(super) fn missing(&self, from: u64, to: u64, from_start: bool) -> Option<u64> {
        let first = if from_start { Some(0) } else { self.seen.lowest() };
        let mut at = from.max(first?);
        while let Some((low, high)) = self.seen.first_hole(at, to) {
            if let Some(missing) = self.acked.first_of(low, high) {
                return Some(missing);
            }
            at = high.checked_add(1)?;
        }
        None
    }

    /// Whether a packet is missing that the other side may have received: it is acknowledged, or no acknowledgement reaches far enough to
    /// show that it was not. One that may still be captured counts, one that is given up does not.
    pub(super) fn is_uncertain(&self, from_start: bool) -> bool {
        let first = if from_start { Some(0) } else { self.seen.lowest() };
        let (Some(mut at), Some(largest)) = (first, self.largest(Space::Application)) else { return false };
        let newest = self.largest_acked.map_or(largest, |acked| acked.max(largest));
        let passed = self.largest_acked.and_then(|acked| acked.checked_sub(PASSED));
        while let Some((low, high)) = self.seen.first_hole(at, newest) {
            let open = passed.map_or(low, |passed| passed.saturating_add(1).max(low));
            if open <= high && self.given_up.first_hole(open, high).is_some() || self.awaits(low, high) {
                return true;
            }
            let Some(next) = high.checked_add(1) else { return false };
            at = next;
        }
        false
    }

    /// Whether a number of a hole is acknowledged and not given up.
    fn awaits(&self, low: u64, high: u64) -> bool {
        let mut at = low;
        while let Some(acked) = self.acked.first_of(at, high) {
            let Some((free, _)) = self.given_up.first_hole(acked, high) else { return false };
            if self.acked.contains(free) {
                return true;
            }
            at = free;
        }
        false
    }

    /// Numbers of an acknowledgement whose packets were not captured, and are not given up.
    pub(super) fn unheard(&self, ranges: &Ranges, from_start: bool) -> Option<(u64, u64)> {
        let first = if from_start { Some(0) } else { self.seen.lowest() }?;
        ranges.iter().find_map(|(low, high)| {
            let mut at = (*low).max(first);
            while let Some((from, to)) = self.seen.first_hole(at, *high) {
                if let Some(hole) = self.given_up.first_hole(from, to) {
                    return Some(hole);
                }
                at = to.checked_add(1)?;
            }
            None
        })
    }

    /// Whether an acknowledgement covers a packet that still waits to be delivered.
    pub(super) fn is_deferred(&self, ranges: &Ranges) -> bool {
        ranges.iter().any(|(low, high)| self.deferred.range(*low..=*high).next().is_some())
    }

    /// Notes an id that reaches this side. Answers whether it is new.
    pub(super) fn learn_id(&mut self, id: Cid, limits: &Limits) -> bool {
        let new = !self.ids.contains(&id) && self.ids.len() < limits.quic_ids;
        if new {
            self.ids.push(id);
        }
        new
    }

    /// Notes a token that ends its stateless resets.
    pub(super) fn learn_token(&mut self, token: [u8; 16]) {
        if self.tokens.len() < MOST_TOKENS && !self.tokens.contains(&token) {
            self.tokens.push(token);
        }
    }

    /// Whether a datagram that does not open is its stateless reset [RFC 9000 §10.3].
    pub(super) fn is_reset(&self, datagram: &[u8]) -> bool {
        let tail: Option<&[u8; 16]> = datagram.last_chunk();
        datagram.len() >= 21 && tail.is_some_and(|tail| self.tokens.contains(tail))
    }

    /// Whether a stream is over.
    pub(super) fn is_done(&self, stream: u64) -> bool {
        self.done_of(stream).is_some_and(|done| done.contains(stream >> 2))
    }

    /// Whether nothing was seen of a stream.
    pub(super) fn is_new(&self, stream: u64) -> bool {
        !self.streams.contains_key(&stream) && !self.is_done(stream)
    }

    /// A stream is over.
    pub(super) fn finish(&mut self, stream: u64) {
        self.streams.remove(&stream);
        self.waiting.remove(&stream);
        let at = usize::try_from(stream & 3).unwrap_or_default();
        if let Some(done) = self.done.get_mut(at) {
            done.insert(stream >> 2, stream >> 2);
        }
    }

    fn done_of(&self, stream: u64) -> Option<&RangeSet> {
        self.done.get(usize::try_from(stream & 3).unwrap_or_default())
    }
}

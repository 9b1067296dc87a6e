//! One connection: two sides, and how it ends.
//!
//! A capture may show the two sides in another order than the peers saw them. A segment that acknowledges octets of the other
//! side which were not delivered yet was sent after them: it waits for them, within the same patience as a hole.

use bytes::Bytes;

use crate::base::id::FlowId;

use super::early::{Early, Queue};
use super::event::{At, CloseReason, NetEvent};
use super::segment::{Payload, TcpHeader};
use super::shared::{Place, Shared};
use super::tcp::{Half, Patience};

/// How far from its stream a segment of a closed connection lies when it belongs to another one.
const ELSEWHERE: u32 = 1 << 24;
/// How far from the stream a reset may lie: beyond any window in use it is forged or stale.
const RESET_RANGE: u32 = 1 << 24;

/// Nanoseconds after which a reset has ended the connection: who goes on was not reset, and does so before.
const RESET: i64 = 10_000_000_000;

/// Both sides of a connection.
#[derive(Debug)]
pub(super) struct Connection {
    id: FlowId,
    halves: [Half; 2],
    packets: u64,
    /// The reset of each side that stands: nothing it did since shows that somebody else sent it.
    resets: [Option<Reset>; 2],
    closed: bool,
    /// Segments that wait for octets of the other side.
    early: Queue,
    /// Whether a segment of each side was captured.
    heard: [bool; 2],
    /// Packets before the newest octets of each side, and when those came.
    moved: [(u64, At); 2],
    /// Whether so much waited for a side that was never heard that it is not waited for any more.
    one_way: bool,
}

/// A reset that was seen.
#[derive(Clone, Copy, Debug)]
struct Reset {
    seq: u32,
    at: At,
}

impl Connection {
    /// A connection of which nothing was seen.
    pub(super) fn new(id: FlowId) -> Self {
        Self {
            id,
            halves: Default::default(),
            packets: 0,
            resets: [None; 2],
            closed: false,
            early: Queue::default(),
            heard: [false; 2],
            moved: Default::default(),
            one_way: false,
        }
    }

    /// Whether nothing of it is awaited any more.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Its identity.
    pub(super) const fn id(&self) -> FlowId {
        self.id
    }

    /// Whether a segment of `side` belongs to a later connection between the same ports.
    pub(super) fn is_reused(&self, side: usize, header: &TcpHeader, payload: &Payload) -> bool {
        let Some(half) = self.halves.get(side) else { return false };
        if header.flags.syn() {
            // A server may answer a repeated SYN with another number as long as nothing was said.
            let answers_again = header.flags.ack() && half.is_fresh() && !self.is_over();
            let unheard = self.is_over() && half.distance(header.seq).is_none();
            return unheard || (half.contradicts(header.seq) && !answers_again);
        }
        if self.closed && self.is_reset() {
            return !header.flags.rst() && self.is_beyond(side, header, payload);
        }
        let elsewhere = half.distance(header.seq).is_some_and(|distance| distance.unsigned_abs() > ELSEWHERE);
        self.is_over() && elsewhere && !header.flags.rst() && payload.wire_len() > 0
    }

    /// Takes a segment of `side`.
    pub(super) fn push(&mut self, side: usize, header: &TcpHeader, payload: Payload, shared: &mut Shared, at: At) {
        if self.closed {
            shared.facts.late_octets = shared.facts.late_octets.saturating_add(payload.bytes.len() as u64);
            return;
        }
        self.packets = self.packets.saturating_add(1);
        if let Some(heard) = self.heard.get_mut(side) {
            *heard = true;
        }
        self.answered(side, header);
        if header.flags.rst() {
            self.reset(side, header.seq, shared, at);
            return self.settle(shared, at);
        }
        self.take_back_reset(side, header, &payload, shared);
        if self.is_early(side, header, &payload) {
            self.defer(side, header, &payload, shared, at);
        } else {
            self.segment(side, header, payload, shared, at);
        }
        if header.flags.ack() {
            let [zero, one] = &mut self.halves;
            if side == 0 { one.acknowledge(header.ack) } else { zero.acknowledge(header.ack) }
        }
        if !self.early.is_empty() {
            self.release(Patience::of(&shared.limits), shared, at);
            self.enforce_caps(shared, at);
        }
        self.settle(shared, at);
    }

    /// The answer to a SYN that was not captured tells what it said: the other side has sent nothing else yet.
    fn answered(&mut self, side: usize, header: &TcpHeader) {
        let first = header.flags.syn() || self.halves.get(side).is_some_and(|half| half.is_first(header.seq));
        let other = self.halves.get_mut(1_usize.saturating_sub(side));
        if let Some(other) = other.filter(|other| header.flags.ack() && first && other.is_unknown()) {
            other.syn(header.ack.wrapping_sub(1));
        }
    }

    /// Whether octets are missing that may still come.
    pub(super) fn waits(&self) -> bool {
        !self.closed && (self.is_over() || self.misses())
    }

    fn misses(&self) -> bool {
        !self.closed && (!self.early.is_empty() || self.halves.iter().any(Half::waits))
    }

    /// Whether octets of one side are missing that may still come.
    pub(super) fn waits_for(&self, side: usize) -> bool {
        !self.closed && self.halves.get(side).is_some_and(Half::waits)
    }

    /// Up to which offset the other side has acknowledged a side.
    pub(super) fn acknowledged(&self, side: usize) -> Option<u64> {
        self.halves.get(side).map(Half::acknowledged)
    }

    /// Gives up holes that are known to be lost.
    pub(super) fn expire(&mut self, patience: Patience, shared: &mut Shared, at: At) {
        self.release(patience, shared, at);
        for side in [0, 1] {
            let limit = self.first_early(side);
            let comes = self.may_come(side, patience);
            if let Some(half) = self.halves.get_mut(side).filter(|_| !comes) {
                half.expire(patience, self.packets, limit, shared, Place { flow: self.id, side, at });
            }
        }
        self.release(patience, shared, at);
        let Patience::Timer(now) = patience else { return };
        if self.resets.iter().flatten().any(|reset| now.since(reset.at.time) >= RESET) {
            self.close(CloseReason::Rst, shared, at);
        }
    }

    /// Gives up every hole, in the order of the packets that wait behind them, so that requests stay before their replies.
    pub(super) fn give_up(&mut self, shared: &mut Shared, at: At) {
        while self.give_up_first(shared, at) {}
        let flow = self.id;
        loop {
            let [zero, one] = &mut self.halves;
            let one_first = match (zero.first_held(), one.first_held()) {
                (Some(zero), Some(one)) => one < zero,
                (held, other) => held.is_none() && other.is_some(),
            };
            let order = if one_first { [(1, one), (0, zero)] } else { [(0, zero), (1, one)] };
            if !order.into_iter().any(|(side, half)| half.give_up(None, shared, Place { flow, side, at })) {
                return;
            }
        }
    }

    /// Ends the connection, unless it has ended.
    pub(super) fn close(&mut self, why: CloseReason, shared: &mut Shared, at: At) {
        if self.closed {
            return;
        }
        self.give_up(shared, at);
        for half in &mut self.halves {
            half.clear(shared);
        }
        self.early = Queue::default();
        self.closed = true;
        for (side, reset) in self.resets.iter().enumerate() {
            if let Some(reset) = reset {
                shared.events.push_back(NetEvent::Rst { flow: self.id, side, at: reset.at });
            }
        }
        let why = if self.is_reset() { CloseReason::Rst } else { why };
        shared.events.push_back(NetEvent::Closed { flow: self.id, why, at });
    }

    /// Whether a segment was sent after octets of the other side that were not delivered yet. When two wait for each other, the one
    /// that came later goes ahead: a repeated segment acknowledges more than its first copy did.
    fn is_early(&self, side: usize, header: &TcpHeader, payload: &Payload) -> bool {
        let other = 1_usize.saturating_sub(side);
        let misses = header.flags.ack() && self.halves.get(other).is_some_and(|other| other.misses(header.ack));
        let each_other = || self.is_next(side, header, payload) && self.next_early(other).is_some();
        misses && payload.wire_len() > 0 && !each_other()
    }

    /// Whether a segment holds the next octet of its side.
    fn is_next(&self, side: usize, header: &TcpHeader, payload: &Payload) -> bool {
        let ahead = self.halves.get(side).and_then(|half| half.distance(header.seq)).unwrap_or_default();
        u64::try_from(i64::from(ahead).saturating_neg()).is_ok_and(|behind| behind < payload.wire_len())
    }

    /// Whether a segment holds octets that its side has not sent before.
    fn is_beyond(&self, side: usize, header: &TcpHeader, payload: &Payload) -> bool {
        let ahead = self.halves.get(side).and_then(|half| half.distance(header.seq)).unwrap_or_default();
        payload.wire_len() > 0 && i64::from(ahead).saturating_add_unsigned(payload.wire_len()) > 0
    }

    fn defer(&mut self, side: usize, header: &TcpHeader, payload: &Payload, shared: &mut Shared, at: At) {
        let payload = Payload { bytes: Bytes::copy_from_slice(&payload.bytes), cut: payload.cut, file_offset: payload.file_offset };
        shared.held_octets = shared.held_octets.saturating_add(payload.bytes.len());
        if let Some(half) = self.halves.get_mut(side) {
            half.begin(header.seq.wrapping_add(u32::from(header.flags.syn())));
        }
        self.early.push(Early { side, header: *header, payload, at, packets: self.packets });
    }

    /// Takes the segments that no longer wait: what they acknowledge was delivered, or patience is over.
    fn release(&mut self, patience: Patience, shared: &mut Shared, at: At) {
        while let Some((place, ready)) = self.next_ready(patience, at) {
            let Some(early) = self.early.remove(place) else { return };
            if !ready {
                self.give_up_before(&early, shared, at);
            }
            self.take_early(early, ready.then_some(at), shared);
        }
    }

    /// The first segment that may be taken, and whether what it waited for has come. None has waited longer than the front.
    fn next_ready(&self, patience: Patience, at: At) -> Option<(usize, bool)> {
        let front = self.early.front()?;
        let comes = |side: usize, ack: u32| self.halves.get(1_usize.saturating_sub(side)).is_none_or(|other| !other.misses(ack));
        let other = 1_usize.saturating_sub(front.side);
        let (packets, since) =
            self.moved.get(other).copied().filter(|(packets, _)| *packets > front.packets).unwrap_or((front.packets, front.at));
        let over = patience.is_over(self.packets.saturating_sub(packets), since.time, at.time) && !self.may_come(other, patience);
        if over || self.one_way {
            return Some((0, comes(front.side, front.header.ack)));
        }
        let some = [0, 1].into_iter().any(|side| self.early.lowest(side).is_some_and(|lowest| comes(side, lowest.ack)));
        let place = some.then(|| self.early.position(|early| comes(early.side, early.header.ack)))?;
        Some((place?, true))
    }

    /// The waiting segment that holds the next octet of its side.
    fn next_early(&self, side: usize) -> Option<usize> {
        let ahead = |seq| self.halves.get(side).and_then(|half| half.distance(seq)).unwrap_or_default();
        self.early.lowest(side).filter(|lowest| ahead(lowest.seq) <= 0)?;
        self.early.position(|early| early.side == side && self.is_next(side, &early.header, &early.payload))
    }

    /// Takes the segment that waits longest, in vain. Answers whether there was one.
    fn give_up_first(&mut self, shared: &mut Shared, at: At) -> bool {
        let Some(early) = self.early.remove(0) else { return false };
        self.give_up_before(&early, shared, at);
        self.take_early(early, None, shared);
        true
    }

    fn enforce_caps(&mut self, shared: &mut Shared, at: At) {
        let (octets, segments) = (shared.limits.reassembly_stream, shared.limits.reassembly_segments);
        let full = |early: &Queue| early.octets() > octets || early.len() > segments;
        if full(&self.early) && self.heard.contains(&false) {
            self.one_way = true;
            return self.release(Patience::of(&shared.limits), shared, at);
        }
        while full(&self.early) && self.give_up_first(shared, at) {
            shared.facts.limits.reassembly_stream = shared.facts.limits.reassembly_stream.saturating_add(1);
        }
    }

    /// Whether a side may still come as a whole, whatever came of the other one: files are joined that hold a direction each. What waits
    /// for it is bounded, and so is the time.
    fn may_come(&self, side: usize, patience: Patience) -> bool {
        let heard = self.heard.get(side).copied().unwrap_or_default();
        !heard && !self.one_way && matches!(patience, Patience::Packets { .. })
    }

    /// Gives up the holes of the other side that a segment waited for in vain: they come before it. What it does not acknowledge, and
    /// what of the other side waits itself, is not part of them.
    fn give_up_before(&mut self, early: &Early, shared: &mut Shared, at: At) {
        let (flow, side) = (self.id, 1_usize.saturating_sub(early.side));
        while self.halves.get(side).is_some_and(|other| other.misses(early.header.ack)) {
            if let Some(next) = self.next_early(side).and_then(|place| self.early.remove(place)) {
                self.take_early(next, None, shared);
                continue;
            }
            let limit = self.first_early(side);
            let Some(other) = self.halves.get_mut(side) else { return };
            let limit = limit.into_iter().chain(other.ahead(early.header.ack)).min();
            if !other.give_up(limit, shared, Place { flow, side, at }) {
                return;
            }
        }
    }

    /// Stream offset of the first octet of a side that waits for the other side; `None` when none does.
    fn first_early(&self, side: usize) -> Option<u64> {
        self.halves.get(side)?.ahead(self.early.lowest(side)?.seq)
    }

    /// Takes a segment that waited: at the packet that ended its waiting, else at its own.
    fn take_early(&mut self, early: Early, released: Option<At>, shared: &mut Shared) {
        shared.held_octets = shared.held_octets.saturating_sub(early.payload.bytes.len());
        let at = released.unwrap_or(early.at);
        self.segment(early.side, &early.header, early.payload, shared, at);
    }

    fn segment(&mut self, side: usize, header: &TcpHeader, payload: Payload, shared: &mut Shared, at: At) {
        let Some(half) = self.halves.get_mut(side) else { return };
        let before = half.next();
        let mut seq = header.seq;
        if header.flags.syn() {
            half.syn(seq);
            seq = seq.wrapping_add(1);
        }
        if payload.wire_len() > 0 || header.flags.fin() {
            half.push(seq, payload, header.flags.fin(), shared, Place { flow: self.id, side, at });
        }
        let moves = half.next() > before;
        if let Some(moved) = self.moved.get_mut(side).filter(|_| moves) {
            *moved = (self.packets, at);
        }
    }

    fn reset(&mut self, side: usize, seq: u32, shared: &mut Shared, at: At) {
        let far = self.halves.get(side).and_then(|half| half.distance(seq)).is_some_and(|by| by.unsigned_abs() > RESET_RANGE);
        if far {
            shared.facts.resets_ignored = shared.facts.resets_ignored.saturating_add(1);
            return;
        }
        if let Some(reset) = self.resets.get_mut(side) {
            reset.get_or_insert(Reset { seq, at });
        }
    }

    /// A side that sends octets behind its reset did not send that reset: it is an old packet, or forged.
    fn take_back_reset(&mut self, side: usize, header: &TcpHeader, payload: &Payload, shared: &mut Shared) {
        let Some(reset) = self.resets.get_mut(side) else { return };
        let end = header.seq.wrapping_add(u32::try_from(payload.wire_len()).unwrap_or(u32::MAX));
        let behind = |reset: &Reset| end.wrapping_sub(reset.seq).cast_signed() > 0;
        if payload.wire_len() > 0 && reset.as_ref().is_some_and(behind) {
            *reset = None;
            shared.facts.resets_ignored = shared.facts.resets_ignored.saturating_add(1);
        }
    }

    const fn is_reset(&self) -> bool {
        matches!(self.resets, [Some(_), _] | [_, Some(_)])
    }

    /// Whether it ended, as far as can be told now.
    const fn is_over(&self) -> bool {
        self.closed || self.is_reset()
    }

    /// Gives up lost holes, and ends the connection when both sides have. A reset ends it only in time: who goes on was not reset.
    fn settle(&mut self, shared: &mut Shared, at: At) {
        if self.misses() {
            self.expire(Patience::of(&shared.limits), shared, at);
        }
        if self.halves.iter().all(Half::finished) {
            self.close(CloseReason::Fin, shared, at);
        }
    }
}

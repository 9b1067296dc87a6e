//! One connection: two sides, and how it ends.

use crate::base::id::FlowId;

use super::event::{At, CloseReason, NetEvent};
use super::segment::{Payload, TcpHeader};
use super::shared::{Place, Shared};
use super::tcp::{Half, Patience};

/// How far from its stream a segment of a closed connection lies when it belongs to another one.
const ELSEWHERE: u32 = 1 << 24;
/// How far from the stream a reset may lie: beyond any window in use it is forged or stale.
const RESET_RANGE: u32 = 1 << 24;

/// Both sides of a connection.
#[derive(Debug)]
pub(super) struct Connection {
    id: FlowId,
    halves: [Half; 2],
    packets: u64,
    /// Packets before the first reset.
    reset: Option<u64>,
    reset_sides: [bool; 2],
    closed: bool,
}

impl Connection {
    /// A connection of which nothing was seen.
    pub(super) fn new(id: FlowId) -> Self {
        Self { id, halves: Default::default(), packets: 0, reset: None, reset_sides: [false; 2], closed: false }
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
            let answers_again = header.flags.ack() && half.is_fresh() && !self.closed;
            let unheard = self.closed && half.distance(header.seq).is_none();
            return unheard || (half.contradicts(header.seq) && !answers_again);
        }
        let elsewhere = half.distance(header.seq).is_some_and(|distance| distance.unsigned_abs() > ELSEWHERE);
        self.closed && elsewhere && !header.flags.rst() && payload.wire_len() > 0
    }

    /// Takes a segment of `side`.
    pub(super) fn push(&mut self, side: usize, header: &TcpHeader, payload: Payload, shared: &mut Shared, at: At) {
        if self.closed {
            shared.facts.late_octets = shared.facts.late_octets.saturating_add(payload.bytes.len() as u64);
            return;
        }
        self.packets = self.packets.saturating_add(1);
        if header.flags.rst() {
            self.reset(side, header.seq, shared, at);
        } else {
            self.segment(side, header, payload, shared, at);
        }
        if header.flags.ack() {
            let [zero, one] = &mut self.halves;
            if side == 0 { one.acknowledge(header.ack) } else { zero.acknowledge(header.ack) }
        }
        self.settle(shared, at);
    }

    /// Whether octets are missing that may still come.
    pub(super) fn waits(&self) -> bool {
        !self.closed && self.halves.iter().any(Half::waits)
    }

    /// Whether octets of one side are missing that may still come.
    pub(super) fn waits_for(&self, side: usize) -> bool {
        !self.closed && self.halves.get(side).is_some_and(Half::waits)
    }

    /// Gives up holes that are known to be lost.
    pub(super) fn expire(&mut self, patience: Patience, shared: &mut Shared, at: At) {
        for (side, half) in self.halves.iter_mut().enumerate() {
            half.expire(patience, self.packets, shared, Place { flow: self.id, side, at });
        }
    }

    /// Gives up every hole, in the order of the packets that wait behind them, so that requests stay before their replies.
    pub(super) fn give_up(&mut self, shared: &mut Shared, at: At) {
        let flow = self.id;
        loop {
            let [zero, one] = &mut self.halves;
            let one_first = match (zero.first_held(), one.first_held()) {
                (Some(zero), Some(one)) => one < zero,
                (held, other) => held.is_none() && other.is_some(),
            };
            let order = if one_first { [(1, one), (0, zero)] } else { [(0, zero), (1, one)] };
            if !order.into_iter().any(|(side, half)| half.give_up(shared, Place { flow, side, at })) {
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
        self.closed = true;
        shared.events.push_back(NetEvent::Closed { flow: self.id, why, at });
    }

    fn segment(&mut self, side: usize, header: &TcpHeader, payload: Payload, shared: &mut Shared, at: At) {
        let Some(half) = self.halves.get_mut(side) else { return };
        let mut seq = header.seq;
        if header.flags.syn() {
            half.syn(seq);
            seq = seq.wrapping_add(1);
        }
        if payload.wire_len() > 0 || header.flags.fin() {
            half.push(seq, payload, header.flags.fin(), shared, Place { flow: self.id, side, at });
        }
    }

    fn reset(&mut self, side: usize, seq: u32, shared: &mut Shared, at: At) {
        let far = self.halves.get(side).and_then(|half| half.distance(seq)).is_some_and(|by| by.unsigned_abs() > RESET_RANGE);
        if far {
            shared.facts.resets_ignored = shared.facts.resets_ignored.saturating_add(1);
            return;
        }
        self.reset.get_or_insert(self.packets);
        if let Some(seen @ false) = self.reset_sides.get_mut(side) {
            *seen = true;
            shared.events.push_back(NetEvent::Rst { flow: self.id, side, at });
        }
    }

    /// Gives up lost holes, and ends the connection when both sides have.
    fn settle(&mut self, shared: &mut Shared, at: At) {
        let patience = u64::from(shared.limits.reorder_packets);
        if self.waits() {
            self.expire(Patience::Packets(patience), shared, at);
        }
        if let Some(since) = self.reset
            && (!self.waits() || self.packets.saturating_sub(since) >= patience)
        {
            return self.close(CloseReason::Rst, shared, at);
        }
        if self.halves.iter().all(Half::finished) {
            self.close(CloseReason::Fin, shared, at);
        }
    }
}

//! The flow table: which segment belongs to which connection, and when a connection is over.

use std::collections::VecDeque;
use std::net::SocketAddr;

use hashbrown::HashMap;

use crate::base::id::FlowId;
use crate::base::time::Timestamp;

use super::connection::Connection;
use super::event::{At, CloseReason, NetEvent};
use super::ip::Ends;
use super::segment::{Payload, TcpHeader};
use super::shared::Shared;
use super::tcp::Patience;

/// Both ends of a connection, the lower one first: equal for both directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    low: u128,
    high: u128,
    ports: u32,
    v6: bool,
}

impl Key {
    /// The key of a segment, and whether its source is the lower end.
    fn of(ends: Ends, source_port: u16, destination_port: u16) -> (Self, bool) {
        let Ends { source, destination, v6 } = ends;
        let (source_wide, destination_wide) = (u32::from(source_port), u32::from(destination_port));
        if (source, source_port) <= (destination, destination_port) {
            (Self { low: source, high: destination, ports: source_wide << 16 | destination_wide, v6 }, true)
        } else {
            (Self { low: destination, high: source, ports: destination_wide << 16 | source_wide, v6 }, false)
        }
    }
}

/// A place in the table. Places are reused, identities are not.
#[derive(Debug)]
struct Slot {
    key: Key,
    /// Whether side 0 is the lower end of the key.
    first_is_low: bool,
    /// Ordinal of its newest segment.
    touched: u64,
    connection: Connection,
    /// Whether it stands in `FlowTable::waiting`.
    listed: bool,
    /// Whether it stands in `FlowTable::ended`.
    ended: bool,
}

/// All flows, bounded: one that has ended goes when a new one needs its place, else the least recently used.
#[derive(Debug, Default)]
pub(super) struct FlowTable {
    index: HashMap<Key, usize>,
    slots: Vec<Slot>,
    /// Each slot once, roughly least recently used first: with its ordinal when it was put here.
    order: VecDeque<(usize, u64)>,
    /// Slots with holes, oldest first.
    waiting: VecDeque<usize>,
    /// Slots of connections that have ended, the first to end first. They are kept to know what comes late.
    ended: VecDeque<usize>,
    next_id: u32,
    ordinal: u64,
}

impl FlowTable {
    /// Takes a segment.
    pub(super) fn push(&mut self, ends: Ends, header: &TcpHeader, payload: Payload, at: At, shared: &mut Shared) {
        self.ordinal = self.ordinal.saturating_add(1);
        let (key, from_low) = Key::of(ends, header.source, header.destination);
        let known = self.index.get(&key).copied();
        if known.is_none() && header.flags.rst() {
            shared.facts.resets_ignored = shared.facts.resets_ignored.saturating_add(1);
            return;
        }
        let place = match known {
            Some(place) => place,
            None => self.open(key, from_low, shared, at),
        };
        let Some(slot) = self.slots.get_mut(place) else { return };
        let begins = known.is_none() || slot.connection.is_reused(usize::from(from_low != slot.first_is_low), header, &payload);
        if begins {
            if known.is_some() {
                slot.connection.close(CloseReason::Reuse, shared, at);
                slot.first_is_low = from_low;
                slot.connection = Connection::new(FlowId(next_id(&mut self.next_id)));
            }
            announce(&slot.connection, ends, header, shared, at);
        }
        slot.touched = self.ordinal;
        let side = usize::from(from_low != slot.first_is_low);
        slot.connection.push(side, header, payload, shared, at);
        if slot.connection.waits() && !slot.listed {
            slot.listed = true;
            self.waiting.push_back(place);
        }
        self.note_end(place);
        self.enforce_total(shared, at);
    }

    /// A number for a flow that lives elsewhere.
    pub(super) fn reserve(&mut self) -> FlowId {
        FlowId(next_id(&mut self.next_id))
    }

    /// Whether octets of a side are missing that its peer has, or that may still come.
    pub(super) fn waits(&self, flow: FlowId, side: usize) -> bool {
        let mut listed = self.waiting.iter().filter_map(|place| self.slots.get(*place));
        listed.any(|slot| slot.connection.id() == flow && slot.connection.waits_for(side))
    }

    /// Up to which offset the peer of a side has acknowledged it. Looks through all flows: not for every frame.
    pub(super) fn acknowledged(&self, flow: FlowId, side: usize) -> Option<u64> {
        self.slots.iter().find(|slot| slot.connection.id() == flow)?.connection.acknowledged(side)
    }

    /// Gives up holes whose octets were acknowledged long before `now`; `at` is the newest packet.
    pub(super) fn advance(&mut self, shared: &mut Shared, now: Timestamp, at: At) {
        for _ in 0..self.waiting.len() {
            let Some(place) = self.waiting.pop_front() else { return };
            let Some(slot) = self.slots.get_mut(place) else { continue };
            slot.connection.expire(Patience::Timer(now), shared, at);
            slot.listed = slot.connection.waits();
            if slot.listed {
                self.waiting.push_back(place);
            }
            self.note_end(place);
        }
    }

    /// Lists a slot whose connection has ended.
    fn note_end(&mut self, place: usize) {
        if let Some(slot) = self.slots.get_mut(place).filter(|slot| slot.connection.is_closed() && !slot.ended) {
            slot.ended = true;
            self.ended.push_back(place);
        }
    }

    /// Closes every flow, in the order in which they began.
    pub(super) fn finish(&mut self, shared: &mut Shared, at: At) {
        self.slots.sort_by_key(|slot| slot.connection.id());
        for slot in &mut self.slots {
            slot.connection.close(CloseReason::End, shared, at);
        }
        *self = Self { next_id: self.next_id, ..Self::default() };
    }

    /// A slot with a new connection, in the place of another one when the table is full.
    fn open(&mut self, key: Key, from_low: bool, shared: &mut Shared, at: At) -> usize {
        let connection = Connection::new(FlowId(next_id(&mut self.next_id)));
        let slot = Slot { key, first_is_low: from_low, touched: self.ordinal, connection, listed: false, ended: false };
        let place = self.place(shared, at);
        match self.slots.get_mut(place) {
            // What stood in `waiting` for the old flow stands there for the new one.
            Some(old) => *old = Slot { listed: old.listed, ..slot },
            None => self.slots.push(slot),
        }
        self.index.insert(key, place);
        place
    }

    /// The place of a new flow. One that had it before and ended stands in `order` still; the newer ordinal is found there in time.
    fn place(&mut self, shared: &mut Shared, at: At) -> usize {
        let is_full = self.slots.len() >= shared.limits.flows.max(1);
        if is_full && let Some(place) = self.take_ended() {
            return place;
        }
        let evicted = if is_full { self.evict(shared, at) } else { None };
        let place = evicted.unwrap_or(self.slots.len());
        self.order.push_back((place, self.ordinal));
        place
    }

    /// Frees the place of the connection that ended first.
    fn take_ended(&mut self) -> Option<usize> {
        while let Some(place) = self.ended.pop_front() {
            let slot = self.slots.get_mut(place)?;
            slot.ended = false;
            // Its addresses may be in use again.
            if slot.connection.is_closed() {
                self.index.remove(&slot.key);
                return Some(place);
            }
        }
        None
    }

    /// Frees the place of the least recently used flow.
    fn evict(&mut self, shared: &mut Shared, at: At) -> Option<usize> {
        while let Some((place, touched)) = self.order.pop_front() {
            let slot = self.slots.get_mut(place)?;
            if slot.touched != touched {
                self.order.push_back((place, slot.touched));
                continue;
            }
            self.index.remove(&slot.key);
            shared.facts.limits.flows = shared.facts.limits.flows.saturating_add(1);
            slot.connection.close(CloseReason::Evicted, shared, at);
            return Some(place);
        }
        None
    }

    /// Gives up the oldest holes while all flows together hold too much.
    fn enforce_total(&mut self, shared: &mut Shared, at: At) {
        while shared.held_octets > shared.limits.reassembly_total {
            let Some(slot) = self.waiting.pop_front().and_then(|place| self.slots.get_mut(place)) else { return };
            slot.listed = false;
            slot.connection.give_up(shared, at);
            shared.facts.limits.reassembly_total = shared.facts.limits.reassembly_total.saturating_add(1);
        }
    }
}

/// Reports a new flow whose first packet this is.
fn announce(connection: &Connection, ends: Ends, header: &TcpHeader, shared: &mut Shared, at: At) {
    let (source, destination) = ends.addresses();
    let ends = [SocketAddr::new(source, header.source), SocketAddr::new(destination, header.destination)];
    let syn = header.flags.syn().then(|| usize::from(header.flags.ack()));
    shared.events.push_back(NetEvent::Open { flow: connection.id(), ends, syn, at });
}

fn next_id(next: &mut u32) -> u32 {
    let id = *next;
    *next = id.saturating_add(1);
    id
}

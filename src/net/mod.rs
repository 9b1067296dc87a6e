//! Packets to ordered octet streams: link and IP headers, defragmentation, TCP reassembly, flows.
//!
//! Deterministic, bounded and total: a packet that cannot be read becomes a count in [`NetFacts`], never an error.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod event;
mod facts;

use std::collections::VecDeque;

pub use event::{At, CloseReason, NetEvent};
pub use facts::{LimitFacts, NetFacts};

use crate::base::input::Packet;
use crate::base::limits::Limits;
use crate::base::time::Timestamp;

/// Turns packets into events of flows. Drain [`Network::poll`] after each call.
pub struct Network {
    events: VecDeque<NetEvent>,
    facts: NetFacts,
}

impl Network {
    /// A network that has seen nothing.
    pub fn new(_limits: &Limits) -> Self {
        Self { events: VecDeque::new(), facts: NetFacts::default() }
    }

    /// Takes the next packet.
    pub fn push(&mut self, _packet: &Packet) {
        self.facts.packets = self.facts.packets.saturating_add(1);
    }

    /// Runs timers up to `now`.
    pub fn advance(&mut self, _now: Timestamp) {}

    /// The capture is over: gives up every hole, delivers what is held, closes every flow.
    pub fn finish(&mut self) {}

    /// The next event.
    pub fn poll(&mut self) -> Option<NetEvent> {
        self.events.pop_front()
    }

    /// What was left out so far.
    pub const fn facts(&self) -> &NetFacts {
        &self.facts
    }
}

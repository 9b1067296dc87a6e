//! What all flows write to.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::base::id::FlowId;
use crate::base::limits::Limits;

use super::event::{At, NetEvent};
use super::facts::NetFacts;
use super::recent::Recent;

/// Octets of a conflict that are shown.
const SHOWN: usize = 64;

/// Events, counters and bounds over all flows.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) events: VecDeque<NetEvent>,
    pub(super) facts: NetFacts,
    pub(super) recent: Recent,
    /// Out-of-order octets held in all.
    pub(super) held_octets: usize,
    pub(super) limits: Limits,
}

/// Where something happens: a side of a flow at a packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) flow: FlowId,
    pub(super) side: usize,
    pub(super) at: At,
}

impl Shared {
    /// Nothing yet, within `limits`.
    pub(super) fn new(limits: &Limits) -> Self {
        Self { events: VecDeque::new(), facts: NetFacts::default(), recent: Recent::new(limits), held_octets: 0, limits: limits.clone() }
    }

    /// Compares two copies of the octets from `offset` on, and reports where they differ.
    pub(super) fn compare(&mut self, place: Place, offset: u64, copies: Copies<'_>) {
        let Some((from, to)) = difference(copies.kept, copies.other) else { return };
        let Place { flow, side, at } = place;
        let show = |octets: &[u8]| Bytes::copy_from_slice(octets.get(from..to.min(from.saturating_add(SHOWN))).unwrap_or_default());
        self.events.push_back(NetEvent::Conflict {
            flow,
            side,
            offset: offset.saturating_add(from as u64),
            length: u32::try_from(to.saturating_sub(from)).unwrap_or(u32::MAX),
            kept: show(copies.kept),
            other: show(copies.other),
            probe: copies.probe,
            at,
        });
    }
}

/// Two copies of the same octets of a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies<'a> {
    pub(super) kept: &'a [u8],
    pub(super) other: &'a [u8],
    /// Whether the second one looks like a keep-alive probe.
    pub(super) probe: bool,
}

/// The range from the first to the last octet that differs.
fn difference(kept: &[u8], other: &[u8]) -> Option<(usize, usize)> {
    if kept == other {
        return None;
    }
    let mut pairs = kept.iter().zip(other);
    let first = pairs.clone().position(|(one, two)| one != two)?;
    let last = pairs.rposition(|(one, two)| one != two)?;
    Some((first, last.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_reaches_from_the_first_to_the_last_octet_that_differs() {
        assert_eq!(difference(b"abcdef", b"abXdYf"), Some((2, 5)));
        assert_eq!(difference(b"abc", b"abc"), None);
    }
}

//! Segments that wait for octets of the other side.

use std::collections::VecDeque;

use super::event::At;
use super::segment::{Payload, TcpHeader};

/// A segment that acknowledges what was not delivered yet.
#[derive(Debug)]
pub(super) struct Early {
    pub(super) side: usize,
    pub(super) header: TcpHeader,
    pub(super) payload: Payload,
    pub(super) at: At,
    /// Packets of the flow before it.
    pub(super) packets: u64,
}

/// The segments of a flow that wait, in the order of the capture. Thousands may: nothing asked at every packet looks at each.
#[derive(Debug, Default)]
pub(super) struct Queue {
    segments: VecDeque<Early>,
    octets: usize,
    lowest: [Option<Lowest>; 2],
}

/// The lowest numbers among the segments of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lowest {
    /// Of what they acknowledge.
    pub(super) ack: u32,
    /// Of their first octets.
    pub(super) seq: u32,
}

impl Queue {
    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Octets that wait.
    pub(super) const fn octets(&self) -> usize {
        self.octets
    }

    /// The one that waits longest.
    pub(super) fn front(&self) -> Option<&Early> {
        self.segments.front()
    }

    /// The lowest numbers of a side; `None` when no segment of it waits.
    pub(super) fn lowest(&self, side: usize) -> Option<Lowest> {
        self.lowest.get(side).copied().flatten()
    }

    /// Lets a segment wait.
    pub(super) fn push(&mut self, early: Early) {
        self.octets = self.octets.saturating_add(early.payload.bytes.len());
        if let Some(lowest) = self.lowest.get_mut(early.side) {
            *lowest = Some(lowest.map_or_else(|| Lowest::of(&early), |known| known.min(Lowest::of(&early))));
        }
        self.segments.push_back(early);
    }

    /// The first segment that fits.
    pub(super) fn position(&self, fits: impl Fn(&Early) -> bool) -> Option<usize> {
        self.segments.iter().position(fits)
    }

    /// Takes a segment.
    pub(super) fn remove(&mut self, place: usize) -> Option<Early> {
        let early = self.segments.remove(place)?;
        self.octets = self.octets.saturating_sub(early.payload.bytes.len());
        let left = self.segments.iter().filter(|other| other.side == early.side).map(Lowest::of).reduce(Lowest::min);
        if let Some(lowest) = self.lowest.get_mut(early.side) {
            *lowest = left;
        }
        Some(early)
    }
}

impl Lowest {
    fn of(early: &Early) -> Self {
        Self { ack: early.header.ack, seq: early.header.seq }
    }

    fn min(self, other: Self) -> Self {
        Self { ack: lower(self.ack, other.ack), seq: lower(self.seq, other.seq) }
    }
}

/// The lower of two sequence numbers, which wrap.
const fn lower(one: u32, other: u32) -> u32 {
    if other.wrapping_sub(one).cast_signed() < 0 { other } else { one }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use bytes::Bytes;

    use super::super::segment::Flags;
    use super::*;

    fn early(side: usize, seq: u32, ack: u32) -> Early {
        let header = TcpHeader { source: 1, destination: 2, seq, ack, len: 20, flags: Flags::default() };
        let payload = Payload { bytes: Bytes::from_static(b"abc"), ..Payload::default() };
        Early { side, header, payload, at: At::default(), packets: 0 }
    }

    #[test]
    fn knows_the_lowest_numbers_of_each_side_across_the_wrap() {
        let mut queue = Queue::default();
        for (side, seq, ack) in [(0, 5, 10), (0, u32::MAX - 5, 20), (0, 8, u32::MAX), (1, 100, 200)] {
            queue.push(early(side, seq, ack));
        }
        let lowest = |queue: &Queue, side| queue.lowest(side).map(|lowest| (lowest.seq, lowest.ack));
        assert_eq!((lowest(&queue, 0), lowest(&queue, 1)), (Some((u32::MAX - 5, u32::MAX)), Some((100, 200))));
        assert_eq!(queue.remove(2).map(|early| early.header.seq), Some(8));
        assert_eq!((lowest(&queue, 0), queue.octets()), (Some((u32::MAX - 5, 10)), 9));
        assert_eq!(queue.remove(1).map(|early| early.header.ack), Some(20));
        assert_eq!(lowest(&queue, 0), Some((5, 10)));
        assert_eq!(queue.position(|early| early.side == 1), Some(1));
        assert!(queue.remove(0).is_some() && queue.remove(0).is_some() && queue.is_empty());
        assert_eq!((lowest(&queue, 0), lowest(&queue, 1)), (None, None));
    }
}

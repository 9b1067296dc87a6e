//! Segments of one side that wait for an earlier one, and ranges the capture cut off.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::event::At;

/// Octets that wait. They are copies: a read buffer is not pinned for as long as a hole stays open.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) bytes: Bytes,
    pub(super) file_offset: u64,
    /// Their own packet.
    pub(super) at: At,
}

/// What waits, by stream offset. Held segments do not overlap.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    held: BTreeMap<u64, Held>,
    octets: usize,
    /// Ranges that were on the wire but not stored: start and end.
    cut: BTreeMap<u64, u64>,
}

impl Waiting {
    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.cut.is_empty()
    }

    /// Octets held.
    pub(super) const fn octets(&self) -> usize {
        self.octets
    }

    /// Segments held.
    pub(super) fn segments(&self) -> usize {
        self.held.len()
    }

    /// The first held segment.
    pub(super) fn first(&self) -> Option<(u64, &Held)> {
        self.held.first_key_value().map(|(&start, held)| (start, held))
    }

    /// Where the first thing that waits begins, held or cut.
    pub(super) fn start(&self) -> Option<u64> {
        let held = self.held.first_key_value().map(|(&start, _)| start);
        let cut = self.cut.first_key_value().map(|(&start, _)| start);
        match (held, cut) {
            (Some(held), Some(cut)) => Some(held.min(cut)),
            (one, other) => one.or(other),
        }
    }

    /// Where the last held segment ends.
    pub(super) fn end(&self) -> Option<u64> {
        self.held.last_key_value().map(|(&start, held)| end_of(start, held))
    }

    /// The held segment that covers `at`, with its start.
    pub(super) fn covering(&self, at: u64) -> Option<(u64, &Held)> {
        let (&start, held) = self.held.range(..=at).next_back()?;
        (end_of(start, held) > at).then_some((start, held))
    }

    /// The start of the first held segment after `at`.
    pub(super) fn next_start(&self, at: u64) -> Option<u64> {
        self.held.range(at..).next().map(|(&start, _)| start)
    }

    /// Holds a segment that overlaps no other.
    pub(super) fn hold(&mut self, start: u64, held: Held) {
        self.octets = self.octets.saturating_add(held.bytes.len());
        self.held.insert(start, held);
    }

    /// Takes the first segment if it begins at or before `next`.
    pub(super) fn take_ready(&mut self, next: u64) -> Option<(u64, Held)> {
        let entry = self.held.first_entry().filter(|entry| *entry.key() <= next)?;
        let (start, held) = entry.remove_entry();
        self.octets = self.octets.saturating_sub(held.bytes.len());
        Some((start, held))
    }

    /// Notes that the capture cut `start..end` off. At most `most` ranges are noted; others become ordinary holes.
    pub(super) fn cut_off(&mut self, start: u64, end: u64, most: usize) {
        if self.cut.len() < most {
            let known = self.cut.entry(start).or_insert(end);
            *known = end.max(*known);
        }
    }

    /// The end of the cut range at `next`, as far as no held segment covers it. Forgets the ranges before `next`.
    pub(super) fn cut_end(&mut self, next: u64) -> Option<u64> {
        while let Some(entry) = self.cut.first_entry() {
            if *entry.key() > next {
                return None;
            }
            if *entry.get() > next {
                let end = *entry.get();
                return Some(self.next_start(next).map_or(end, |start| end.min(start)));
            }
            entry.remove();
        }
        None
    }

    /// Drops everything; answers how many octets were held.
    pub(super) fn clear(&mut self) -> usize {
        let octets = self.octets;
        *self = Self::default();
        octets
    }
}

fn end_of(start: u64, held: &Held) -> u64 {
    start.saturating_add(held.bytes.len() as u64)
}

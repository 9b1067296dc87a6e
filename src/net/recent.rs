//! Octets delivered lately, kept so that a second copy of them can be compared with the first.
//!
//! One ring for all flows: a handle pins the read buffer it shares, and only a bound on the distance behind the newest packet
//! bounds what is pinned. The entries of one stream are linked backwards through the ring.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::base::limits::Limits;

/// Entries looked at for one segment: farther back no claim is made.
const MOST_STEPS: usize = 1024;

/// The newest entry of one stream; its default is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Link(u64);

#[derive(Debug)]
struct Entry {
    offset: u64,
    bytes: Bytes,
    previous: Link,
    /// Octets captured before it.
    captured: u64,
}

/// The ring.
#[derive(Debug)]
pub(super) struct Recent {
    entries: VecDeque<Entry>,
    /// Ordinal of the front entry; ordinals begin at 1.
    first: u64,
    captured: u64,
    most_segments: usize,
    most_octets: u64,
}

impl Recent {
    /// A ring within `limits`.
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            entries: VecDeque::new(),
            first: 1,
            captured: 0,
            most_segments: limits.recent_segments.max(1),
            most_octets: limits.recent_octets as u64,
        }
    }

    /// A packet of `octets` was captured: what lies too far behind it is forgotten.
    pub(super) fn advance(&mut self, octets: usize) {
        self.captured = self.captured.saturating_add(octets as u64);
        while self.entries.front().is_some_and(|entry| self.captured.saturating_sub(entry.captured) > self.most_octets) {
            self.forget();
        }
    }

    /// Remembers octets of the stream whose newest entry is `link`. A stream hands them over in order.
    pub(super) fn remember(&mut self, link: &mut Link, offset: u64, bytes: Bytes) {
        if self.entries.len() >= self.most_segments {
            self.forget();
        }
        self.entries.push_back(Entry { offset, bytes, previous: *link, captured: self.captured });
        *link = Link(self.first.saturating_add(self.entries.len() as u64).saturating_sub(1));
    }

    /// The remembered runs of a stream that reach beyond `from`, newest first.
    pub(super) fn back_to(&self, link: Link, from: u64) -> impl Iterator<Item = (u64, &Bytes)> {
        std::iter::successors(self.entry(link), |entry| self.entry(entry.previous))
            .take(MOST_STEPS)
            .take_while(move |entry| entry.offset.saturating_add(entry.bytes.len() as u64) > from)
            .map(|entry| (entry.offset, &entry.bytes))
    }

    fn entry(&self, link: Link) -> Option<&Entry> {
        self.entries.get(usize::try_from(link.0.checked_sub(self.first)?).ok()?)
    }

    fn forget(&mut self) {
        if self.entries.pop_front().is_some() {
            self.first = self.first.saturating_add(1);
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    fn offsets(recent: &Recent, link: Link, from: u64) -> Vec<u64> {
        recent.back_to(link, from).map(|(offset, _)| offset).collect()
    }

    #[test]
    fn links_the_runs_of_each_stream() {
        let mut recent = Recent::new(&Limits::default());
        let (mut one, mut other) = (Link::default(), Link::default());
        for at in 0..4 {
            recent.remember(&mut one, at * 2, Bytes::from_static(b"ab"));
            recent.remember(&mut other, at * 3, Bytes::from_static(b"abc"));
        }
        assert_eq!(offsets(&recent, one, 3), [6, 4, 2]);
        assert_eq!(offsets(&recent, other, 0), [9, 6, 3, 0]);
        assert_eq!(offsets(&recent, Link::default(), 0), [0; 0]);
    }

    #[test]
    fn forgets_what_lies_behind_either_bound() {
        let mut recent = Recent::new(&Limits { recent_segments: 2, recent_octets: 100, ..Limits::default() });
        let mut link = Link::default();
        for at in 0..3 {
            recent.advance(50);
            recent.remember(&mut link, at, Bytes::from_static(b"x"));
        }
        assert_eq!(offsets(&recent, link, 0), [2, 1]);
        recent.advance(75);
        assert_eq!(offsets(&recent, link, 0), [2]);
        recent.advance(75);
        assert_eq!(offsets(&recent, link, 0), [0; 0]);
    }
}

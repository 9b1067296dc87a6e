//! Joins IP fragments to datagrams, within bounds. Where fragments overlap, the octets that came first are used.

use std::collections::VecDeque;

use bytes::Bytes;
use hashbrown::HashMap;

use crate::base::id::PacketId;
use crate::base::limits::Limits;
use crate::base::time::Timestamp;

use super::event::At;
use super::facts::NetFacts;
use super::ip::{Ends, Fragment};

/// Nanoseconds for which a datagram waits for its fragments: hosts give up after 30 seconds, and identifications come again.
const PATIENCE: i64 = 30_000_000_000;

/// What makes fragments belong together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    ends: Ends,
    id: u32,
    protocol: u8,
}

/// The payload of a datagram that came in fragments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Whole {
    /// Its octets.
    pub(super) octets: Bytes,
    /// Where they lie in the capture, in order; the first copy of each.
    pub(super) origins: Vec<Origin>,
}

/// Where a run of octets lies in the capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Origin {
    /// The first octet.
    pub(super) from: usize,
    /// Behind the last octet.
    pub(super) to: usize,
    /// Where the first one lies in the capture.
    pub(super) file_offset: u64,
    /// The packet that holds them.
    pub(super) packet: PacketId,
}

/// A datagram whose fragments are not all there.
#[derive(Debug)]
struct Partial {
    /// Tells this datagram from an earlier one with the same key.
    ordinal: u64,
    /// When its first fragment came.
    since: Timestamp,
    octets: Vec<u8>,
    /// Disjoint, sorted, not touching ranges that are filled.
    filled: Vec<(usize, usize)>,
    origins: Vec<Origin>,
    /// Length, once the last fragment was seen.
    total: Option<usize>,
}

/// Datagrams that wait for fragments; the oldest is given up first.
#[derive(Debug)]
pub(super) struct Defragmenter {
    waiting: HashMap<Key, Partial>,
    /// Keys in order of arrival; an entry whose ordinal is not in `waiting` any more is stale.
    order: VecDeque<(Key, u64)>,
    next_ordinal: u64,
    most: usize,
    most_octets: usize,
}

impl Defragmenter {
    /// A defragmenter within `limits`.
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            waiting: HashMap::new(),
            order: VecDeque::new(),
            next_ordinal: 0,
            most: limits.fragments,
            most_octets: limits.fragment_octets,
        }
    }

    /// Takes a fragment with its captured payload and where that lies; answers the payload of the datagram that it completes.
    pub(super) fn push(
        &mut self,
        ends: Ends,
        fragment: Fragment,
        (payload, file_offset): (&[u8], u64),
        at: At,
        facts: &mut NetFacts,
    ) -> Option<Whole> {
        facts.fragments = facts.fragments.saturating_add(1);
        let end = fragment.offset.saturating_add(payload.len());
        if end > self.most_octets {
            facts.limits.fragment_octets = facts.limits.fragment_octets.saturating_add(1);
            return None;
        }
        self.expire(at.time, facts);
        let key = Key { ends, id: fragment.id, protocol: fragment.protocol };
        if !self.waiting.contains_key(&key) {
            self.make_room(facts);
            self.begin(key, at.time);
        }
        let partial = self.waiting.get_mut(&key)?;
        partial.fill(fragment.offset, payload, (file_offset, at.packet));
        if !fragment.more {
            partial.total.get_or_insert(end);
        }
        if !partial.is_complete() {
            return None;
        }
        let mut whole = self.waiting.remove(&key)?;
        whole.octets.truncate(whole.total.unwrap_or_default());
        whole.origins.sort_unstable();
        whole.origins.retain_mut(|origin| {
            origin.to = origin.to.min(whole.octets.len());
            origin.from < origin.to
        });
        Some(Whole { octets: whole.octets.into(), origins: whole.origins })
    }

    /// Gives up the datagrams that waited too long.
    pub(super) fn expire(&mut self, now: Timestamp, facts: &mut NetFacts) {
        while let Some(&(key, ordinal)) = self.order.front() {
            match self.waiting.get(&key) {
                Some(partial) if partial.ordinal == ordinal => {
                    if now.since(partial.since) < PATIENCE {
                        return;
                    }
                    self.waiting.remove(&key);
                    facts.incomplete_datagrams = facts.incomplete_datagrams.saturating_add(1);
                }
                _ => {}
            }
            self.order.pop_front();
        }
    }

    /// Gives up every datagram.
    pub(super) fn finish(&mut self, facts: &mut NetFacts) {
        facts.incomplete_datagrams = facts.incomplete_datagrams.saturating_add(self.waiting.len() as u64);
        self.waiting.clear();
        self.order.clear();
    }

    fn begin(&mut self, key: Key, now: Timestamp) {
        let ordinal = self.next_ordinal;
        self.next_ordinal = ordinal.saturating_add(1);
        self.order.push_back((key, ordinal));
        self.waiting.insert(key, Partial { ordinal, since: now, octets: Vec::new(), filled: Vec::new(), origins: Vec::new(), total: None });
    }

    fn make_room(&mut self, facts: &mut NetFacts) {
        while self.waiting.len() >= self.most.max(1) {
            let Some((key, ordinal)) = self.order.pop_front() else { return };
            if self.waiting.get(&key).is_some_and(|partial| partial.ordinal == ordinal) {
                self.waiting.remove(&key);
                facts.incomplete_datagrams = facts.incomplete_datagrams.saturating_add(1);
                facts.limits.fragments = facts.limits.fragments.saturating_add(1);
            }
        }
    }
}

impl Partial {
    /// Copies the octets of `payload` that are not filled yet.
    fn fill(&mut self, offset: usize, payload: &[u8], lies: (u64, PacketId)) {
        let end = offset.saturating_add(payload.len());
        if self.octets.len() < end {
            self.octets.resize(end, 0);
        }
        let mut at = offset;
        let mut merged = (offset, end);
        let mut ranges = Vec::with_capacity(self.filled.len().saturating_add(1));
        for (from, to) in std::mem::take(&mut self.filled) {
            if to < offset || from > end {
                ranges.push((from, to));
                continue;
            }
            self.copy(payload, offset, lies, (at, from.max(at)));
            at = at.max(to);
            merged = (merged.0.min(from), merged.1.max(to));
        }
        self.copy(payload, offset, lies, (at, end.max(at)));
        ranges.push(merged);
        ranges.sort_unstable();
        self.filled = ranges;
    }

    /// Copies the octets `from..to` of the datagram out of the fragment that begins at `offset` in it, and that lies in the capture
    /// as told.
    fn copy(&mut self, payload: &[u8], offset: usize, (file_offset, packet): (u64, PacketId), (from, to): (usize, usize)) {
        let skipped = from.saturating_sub(offset);
        let source = payload.get(skipped..to.saturating_sub(offset)).filter(|source| !source.is_empty());
        if let (Some(target), Some(source)) = (self.octets.get_mut(from..to), source) {
            target.copy_from_slice(source);
            self.origins.push(Origin { from, to, file_offset: file_offset.saturating_add(skipped as u64), packet });
        }
    }

    fn is_complete(&self) -> bool {
        self.total.is_some_and(|total| matches!(self.filled.first(), Some(&(0, to)) if to >= total))
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const END: u8 = 6;

    struct Bench {
        defragmenter: Defragmenter,
        facts: NetFacts,
        now: i64,
    }

    impl Bench {
        fn new(limits: &Limits) -> Self {
            Self { defragmenter: Defragmenter::new(limits), facts: NetFacts::default(), now: 0 }
        }

        fn push(&mut self, id: u32, offset: usize, more: bool, payload: &[u8]) -> Option<Bytes> {
            let fragment = Fragment { id, offset, more, protocol: END };
            let at = At { packet: PacketId(0), time: Timestamp(self.now) };
            let whole = self.defragmenter.push(Ends::default(), fragment, (payload, 0), at, &mut self.facts);
            whole.map(|whole| whole.octets)
        }
    }

    #[test]
    fn joins_fragments_in_any_order() {
        let mut bench = Bench::new(&Limits::default());
        assert_eq!(bench.push(1, 16, false, b"end"), None);
        assert_eq!(bench.push(1, 0, true, b"01234567"), None);
        assert_eq!(bench.push(2, 8, true, b"other id"), None);
        assert_eq!(bench.push(1, 8, true, b"89abcdef"), Some(Bytes::from_static(b"0123456789abcdefend")));
    }

    #[test]
    fn the_first_copy_of_an_overlap_is_used() {
        let mut bench = Bench::new(&Limits::default());
        assert_eq!(bench.push(1, 8, true, b"BBBBBBBB"), None);
        assert_eq!(bench.push(1, 0, true, b"aaaaaaaaaaaaaaaaaaaaaaaa"), None);
        assert_eq!(bench.push(1, 24, false, b"."), Some(Bytes::from_static(b"aaaaaaaaBBBBBBBBaaaaaaaa.")));
    }

    #[test]
    fn the_oldest_datagram_is_evicted_and_counted() {
        let mut bench = Bench::new(&Limits { fragments: 2, ..Limits::default() });
        for id in 1..=3 {
            assert_eq!(bench.push(id, 0, true, b"01234567"), None);
        }
        assert_eq!(bench.push(1, 8, false, b"x"), None);
        assert_eq!(bench.facts.limits.fragments, 2);
        assert_eq!(bench.push(3, 8, false, b"x"), Some(Bytes::from_static(b"01234567x")));
    }

    #[test]
    fn an_identification_that_comes_again_later_is_another_datagram() {
        let mut bench = Bench::new(&Limits::default());
        assert_eq!(bench.push(1, 0, true, b"01234567"), None);
        bench.now = PATIENCE;
        assert_eq!(bench.push(1, 8, false, b"x"), None);
        assert_eq!(bench.facts.incomplete_datagrams, 1);
    }

    #[test]
    fn a_fragment_beyond_the_largest_datagram_is_refused_and_counted() {
        let mut bench = Bench::new(&Limits::default());
        assert_eq!(bench.push(1, 65_528, false, &[0; 8]), None);
        assert_eq!(bench.facts.limits.fragment_octets, 1);
    }

    proptest! {
        #[test]
        fn any_cut_and_order_gives_the_datagram(units in 1_usize..40, cuts in proptest::collection::vec((0_usize..40, 1_usize..9), 0..30)) {
            let whole: Vec<u8> = (0..units * 8).map(|at| u8::try_from(at % 251).unwrap()).collect();
            let mut bench = Bench::new(&Limits::default());
            let mut got = None;
            let tail = [(0, units)];
            for &(from, len) in cuts.iter().chain(&tail) {
                let (from, to) = (from.min(units - 1), (from + len).min(units));
                if got.is_none() {
                    got = bench.push(1, from * 8, to < units, &whole[from * 8..to * 8]);
                }
            }
            prop_assert_eq!(got, Some(Bytes::from(whole)));
        }
    }
}

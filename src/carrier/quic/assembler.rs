//! Reassembly of one direction of a stream: octets in any order, each once.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;

use crate::net::At;

use super::event::Unit;

/// Octets delivered lately that are kept to compare second copies with.
const RECENT_OCTETS: usize = 16 * 1024;
/// Runs of them.
const RECENT_RUNS: usize = 16;
/// Octets of a conflict that are shown.
const SHOWN: usize = 64;

/// Octets of one frame.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) bytes: Bytes,
    pub(super) unit: Unit,
    /// Their own packet.
    pub(super) at: At,
}

/// What comes out.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Octets in order.
    Data { offset: u64, part: Part, at: At },
    /// Octets that were given up.
    Gap { offset: u64, length: u64 },
    /// The stream began before the capture did: this is the first octet that was captured.
    Late { offset: u64 },
    /// A second copy that differs.
    Conflict { offset: u64, length: u32, kept: Bytes, other: Bytes },
    /// The end was reached.
    End { offset: u64, reset: Option<(u64, At)> },
}

/// When a hole was first seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hole {
    /// Packets of the connection before.
    pub(super) packets: u64,
    /// The largest packet number of the side by then: what filled the hole first came before it.
    pub(super) number: u64,
    pub(super) at: At,
}

/// One direction of a stream.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    next: u64,
    held: BTreeMap<u64, Part>,
    held_octets: usize,
    final_size: Option<u64>,
    /// Error code of a reset, and its packet.
    reset: Option<(u64, At)>,
    finished: bool,
    hole: Option<Hole>,
    /// The largest packet number that was delivered from.
    newest: Option<u64>,
    /// Whether its beginning may lie before the capture.
    late: bool,
    recent: VecDeque<(u64, Bytes)>,
    recent_octets: usize,
}

impl Assembler {
    /// A stream of which nothing was seen; `late` when it may have begun before the capture did.
    pub(super) fn new(late: bool) -> Self {
        Self { late, ..Self::default() }
    }

    /// A stream whose first octet that was captured is at `start`.
    pub(super) fn begun_before(start: u64) -> Self {
        Self { next: start, ..Self::default() }
    }

    /// Whether what is missing in front may lie before the capture.
    pub(super) const fn is_late(&self) -> bool {
        self.late && self.next == 0
    }

    /// Octets that wait.
    pub(super) const fn held_octets(&self) -> usize {
        self.held_octets
    }

    /// Runs of octets that wait.
    pub(super) fn held_parts(&self) -> usize {
        self.held.len()
    }

    /// Whether everything up to the end was told.
    pub(super) const fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether octets before others, or before the end, are missing.
    pub(super) fn waits(&self) -> bool {
        !self.finished && (!self.held.is_empty() || self.final_size.is_some())
    }

    /// The packet of the first octets that wait.
    pub(super) fn first_held(&self) -> Option<At> {
        self.held.first_key_value().map(|(_, part)| part.at)
    }

    /// The largest packet number that was delivered from: what is missing came after it.
    pub(super) const fn newest(&self) -> Option<u64> {
        self.newest
    }

    /// When the hole in front was first seen.
    pub(super) const fn hole(&self) -> Option<Hole> {
        self.hole
    }

    /// Notes that a hole is in front since `hole`, unless one is noted.
    pub(super) fn note_hole(&mut self, hole: Hole) {
        self.hole = if self.waits() { self.hole.or(Some(hole)) } else { None };
    }

    /// Takes the octets of a frame.
    pub(super) fn push(&mut self, offset: u64, part: Part, fin: bool, out: &mut Vec<Piece>) {
        if self.finished {
            return;
        }
        let at = part.at;
        let end = offset.saturating_add(part.bytes.len() as u64);
        if fin && self.final_size.is_none() && end >= self.next {
            self.final_size = Some(end);
        }
        let part = self.cut_to_end(offset, part);
        if offset == self.next && self.held.is_empty() {
            self.deliver(part, at, out);
        } else {
            self.compare_old(offset, &part, out);
            self.insert(offset, &part, out);
        }
        self.settle(Some(at), out);
    }

    /// The sender gives the stream up at `final_size`.
    pub(super) fn reset(&mut self, final_size: u64, code: u64, at: At) {
        if !self.finished && self.reset.is_none() {
            self.reset = Some((code, at));
            self.final_size = self.final_size.or_else(|| Some(final_size.max(self.next)));
        }
    }

    /// Whether it was reset: what is missing may never have been sent.
    pub(super) const fn is_reset(&self) -> bool {
        self.reset.is_some()
    }

    /// Gives up the hole in front. Answers whether there was one.
    pub(super) fn give_up(&mut self, out: &mut Vec<Piece>) -> bool {
        if self.finished {
            return false;
        }
        let held = self.held.first_key_value().map(|(start, _)| *start);
        let Some(end) = held.or_else(|| self.final_size.filter(|end| *end > self.next && self.reset.is_none())) else {
            return self.give_up_reset(out);
        };
        let (offset, length) = (self.next, end.saturating_sub(self.next));
        self.next = end;
        self.hole = None;
        if std::mem::take(&mut self.late) && offset == 0 {
            out.push(Piece::Late { offset: end });
        } else {
            out.push(Piece::Gap { offset, length });
        }
        self.settle(None, out);
        true
    }

    /// Behind a reset nothing is missing: it ends where its octets end.
    fn give_up_reset(&mut self, out: &mut Vec<Piece>) -> bool {
        if self.reset.is_none() {
            return false;
        }
        self.finished = true;
        out.push(Piece::End { offset: self.next, reset: self.reset });
        true
    }

    fn cut_to_end(&self, offset: u64, mut part: Part) -> Part {
        if let Some(end) = self.final_size {
            part.bytes.truncate(usize::try_from(end.saturating_sub(offset)).unwrap_or(usize::MAX));
        }
        part
    }

    /// Compares what was delivered before with the second copy.
    fn compare_old(&self, offset: u64, part: &Part, out: &mut Vec<Piece>) {
        if offset >= self.next {
            return;
        }
        for (start, kept) in &self.recent {
            compare((*start, kept), (offset, &part.bytes), out);
        }
    }

    /// Delivers or holds what is new, and compares what is held already.
    fn insert(&mut self, offset: u64, part: &Part, out: &mut Vec<Piece>) {
        let end = offset.saturating_add(part.bytes.len() as u64);
        let mut at = offset.max(self.next);
        while at < end {
            let covering = self.held.range(..=at).next_back().filter(|(start, held)| start.saturating_add(held.bytes.len() as u64) > at);
            if let Some((start, held)) = covering {
                compare((*start, &held.bytes), (offset, &part.bytes), out);
                at = start.saturating_add(held.bytes.len() as u64);
                continue;
            }
            let stop = self.held.range(at..).next().map_or(end, |(start, _)| end.min(*start));
            let piece = slice(offset, part, at, stop);
            if at == self.next {
                self.deliver(piece, part.at, out);
            } else {
                self.held_octets = self.held_octets.saturating_add(piece.bytes.len());
                self.held.insert(at, piece);
            }
            at = stop;
        }
    }

    fn deliver(&mut self, part: Part, at: At, out: &mut Vec<Piece>) {
        if part.bytes.is_empty() {
            return;
        }
        let offset = self.next;
        self.next = offset.saturating_add(part.bytes.len() as u64);
        self.newest = self.newest.max(Some(part.unit.number));
        self.hole = None;
        self.recent_octets = self.recent_octets.saturating_add(part.bytes.len());
        self.recent.push_back((offset, part.bytes.clone()));
        while self.recent.len() > RECENT_RUNS || self.recent_octets > RECENT_OCTETS {
            let Some((_, gone)) = self.recent.pop_front() else { break };
            self.recent_octets = self.recent_octets.saturating_sub(gone.len());
        }
        out.push(Piece::Data { offset, part, at });
    }

    /// Delivers what waited for `next`: at the packet `at`, or at its own when a hole was given up.
    fn settle(&mut self, at: Option<At>, out: &mut Vec<Piece>) {
        while let Some(entry) = self.held.first_entry().filter(|entry| *entry.key() <= self.next) {
            let (start, part) = entry.remove_entry();
            self.held_octets = self.held_octets.saturating_sub(part.bytes.len());
            let end = start.saturating_add(part.bytes.len() as u64);
            let own = part.at;
            let rest = slice(start, &part, self.next.min(end), end);
            self.deliver(rest, at.unwrap_or(own), out);
        }
        if self.final_size.is_some_and(|end| self.next >= end) && !self.finished {
            self.finished = true;
            self.hole = None;
            self.held = BTreeMap::new();
            self.held_octets = 0;
            out.push(Piece::End { offset: self.next, reset: self.reset });
        }
    }
}

/// Octets `from..to` of a part that begins at `start`.
fn slice(start: u64, part: &Part, from: u64, to: u64) -> Part {
    let index = |at: u64| usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX).min(part.bytes.len());
    let (from, to) = (index(from), index(to));
    let skip = u16::try_from(from).unwrap_or(u16::MAX);
    let unit = Unit { skip: part.unit.skip.saturating_add(skip), ..part.unit };
    Part { bytes: part.bytes.slice(from..to.max(from)), unit, at: part.at }
}

/// Reports where two copies of the same octets differ.
fn compare(kept: (u64, &Bytes), other: (u64, &Bytes), out: &mut Vec<Piece>) {
    let end = |run: (u64, &Bytes)| run.0.saturating_add(run.1.len() as u64);
    let (from, to) = (kept.0.max(other.0), end(kept).min(end(other)));
    let of = |run: (u64, &Bytes)| {
        let index = |at: u64| usize::try_from(at.saturating_sub(run.0)).unwrap_or(usize::MAX);
        run.1.get(index(from)..index(to)).map(<[u8]>::to_vec)
    };
    let (Some(one), Some(two)) = (of(kept).filter(|_| from < to), of(other)) else { return };
    let mut pairs = one.iter().zip(&two);
    let Some(first) = pairs.clone().position(|(one, two)| one != two) else { return };
    let last = pairs.rposition(|(one, two)| one != two).unwrap_or(first).saturating_add(1);
    let show = |octets: &[u8]| Bytes::copy_from_slice(octets.get(first..last.min(first.saturating_add(SHOWN))).unwrap_or_default());
    out.push(Piece::Conflict {
        offset: from.saturating_add(first as u64),
        length: u32::try_from(last.saturating_sub(first)).unwrap_or(u32::MAX),
        kept: show(&one),
        other: show(&two),
    });
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    const UNIT: Unit = Unit { place: 0, origin: crate::base::id::PacketId(0), sealed: 0, skip: 0, key: 0, number: 0, early: false };

    fn part(octets: &[u8]) -> Part {
        Part { bytes: Bytes::copy_from_slice(octets), unit: UNIT, at: At::default() }
    }

    fn told(out: &[Piece]) -> Vec<String> {
        let told = |piece: &Piece| match piece {
            Piece::Data { offset, part, .. } => format!("{offset}+{}@{}", String::from_utf8_lossy(&part.bytes), part.unit.skip),
            Piece::Gap { offset, length } => format!("{offset} gap {length}"),
            Piece::Late { offset } => format!("{offset} late"),
            Piece::Conflict { offset, kept, other, .. } => format!("{offset} {kept:?} not {other:?}"),
            Piece::End { offset, reset } => format!("{offset} {}", if reset.is_some() { "reset" } else { "end" }),
        };
        out.iter().map(told).collect()
    }

    #[test]
    fn octets_come_once_and_in_order() {
        let (mut assembler, mut out) = (Assembler::default(), Vec::new());
        for (offset, octets, fin) in
            [(3, &b"de"[..], false), (6, b"g", true), (0, b"abc", false), (2, b"cdef", false), (0, b"abcdefg", false)]
        {
            assembler.push(offset, part(octets), fin, &mut out);
        }
        assert_eq!(told(&out), ["0+abc@0", "3+de@0", "5+f@3", "6+g@0", "7 end"]);
        assert!(assembler.is_finished() && !assembler.waits());
    }

    #[test]
    fn a_second_copy_that_differs_is_told_and_the_first_stays() {
        let (mut assembler, mut out) = (Assembler::default(), Vec::new());
        assembler.push(0, part(b"abcd"), false, &mut out);
        assembler.push(6, part(b"gh"), false, &mut out);
        assembler.push(1, part(b"bXdefGh"), false, &mut out);
        assert_eq!(told(&out), ["0+abcd@0", "2 b\"c\" not b\"X\"", "4+ef@3", "6 b\"g\" not b\"G\"", "6+gh@0"]);
    }

    #[test]
    fn a_hole_that_is_given_up_is_a_gap() {
        let (mut assembler, mut out) = (Assembler::default(), Vec::new());
        assembler.push(4, part(b"e"), false, &mut out);
        assembler.push(8, part(b""), true, &mut out);
        assert!(assembler.give_up(&mut out) && assembler.give_up(&mut out));
        assert!(!assembler.give_up(&mut out));
        assembler.push(0, part(b"abcd"), false, &mut out);
        assert_eq!(told(&out), ["0 gap 4", "4+e@0", "5 gap 3", "8 end"]);
    }

    #[test]
    fn what_lies_before_the_capture_is_no_gap() {
        let (mut assembler, mut out) = (Assembler::new(true), Vec::new());
        assembler.push(40, part(b"e"), false, &mut out);
        assembler.push(43, part(b"f"), false, &mut out);
        assert!(assembler.is_late() && assembler.give_up(&mut out) && assembler.give_up(&mut out));
        assert_eq!(told(&out), ["40 late", "40+e@0", "41 gap 2", "43+f@0"]);
    }

    #[test]
    fn a_reset_ends_a_stream_where_its_octets_end() {
        let (mut assembler, mut out) = (Assembler::default(), Vec::new());
        assembler.push(0, part(b"ab"), false, &mut out);
        assembler.reset(9, 4, At::default());
        assembler.push(2, part(b"c"), false, &mut out);
        assert!(assembler.give_up(&mut out));
        assert_eq!(told(&out), ["0+ab@0", "2+c@0", "3 reset"]);
    }
}

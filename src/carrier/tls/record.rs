//! One side's octets to records. A record is copied once, into a buffer of its own in which it is opened; after a hole the next
//! header is searched.

use bytes::{Buf as _, Bytes, BytesMut};
use memchr::memmem;

use crate::net::At;

use super::head::{HEADER, Head, SHORTEST_SEALED, kind};

/// What a side's octets are made of.
#[derive(Debug)]
pub(super) enum Piece {
    /// A whole record.
    Record(Record),
    /// A record whose body was not wanted.
    Passed(Head),
    /// A record of which octets are missing.
    Broken { head: Head, snaplen: bool },
    /// Octets up to the next record are missing or are none: how many records they were is not known.
    Lost { octets: u64, snaplen: bool },
}

/// A whole record.
#[derive(Debug)]
pub(super) struct Record {
    /// Offset of its header in the octets of its side.
    pub(super) place: u64,
    pub(super) kind: u8,
    /// Header and body.
    pub(super) octets: BytesMut,
    /// The packet that completes it.
    pub(super) at: At,
}

#[derive(Debug)]
enum State {
    /// At a header.
    Boundary,
    /// Inside a record that is not kept.
    Skip { until: u64 },
    /// No header is known: since where, and whether packets were cut there.
    Search { from: u64, snaplen: bool },
}

/// Takes the octets of one side in their order.
#[derive(Debug)]
pub(super) struct Records {
    /// Octets of the newest segment that are not consumed.
    current: Bytes,
    /// Offset of the first of them.
    at: u64,
    /// Earlier octets of the same record; they end where `current` begins.
    held: BytesMut,
    state: State,
    mark: At,
    /// Whether bodies are of no interest.
    passing: bool,
    /// What a hole left to tell.
    told: Option<Piece>,
}

impl Records {
    /// A side that begins with a header, or else with what will show to be none.
    pub(super) fn new() -> Self {
        Self {
            current: Bytes::new(),
            at: 0,
            held: BytesMut::new(),
            state: State::Boundary,
            mark: At::default(),
            passing: false,
            told: None,
        }
    }

    /// Bodies are of no interest from now on.
    pub(super) const fn pass(&mut self, passing: bool) {
        self.passing = passing;
    }

    /// Whether bodies are of no interest.
    pub(super) const fn is_passing(&self) -> bool {
        self.passing
    }

    /// Offset of the first octet that no piece tells of yet.
    pub(super) fn start(&self) -> u64 {
        self.at.saturating_sub(self.held.len() as u64)
    }

    /// The packet of the newest octets.
    pub(super) const fn mark(&self) -> At {
        self.mark
    }

    /// Takes the next octets. Everything that [`Records::poll`] had to tell was taken before.
    pub(super) fn push(&mut self, offset: u64, bytes: Bytes, mark: At) {
        let known = self.at.saturating_add(self.current.len() as u64);
        if offset > known {
            self.gap(known, offset.saturating_sub(known), false);
        }
        self.current = bytes;
        self.at = offset;
        self.mark = mark;
    }

    /// Octets are missing.
    pub(super) fn gap(&mut self, offset: u64, length: u64, snaplen: bool) {
        let end = offset.saturating_add(length);
        let start = self.start();
        let head = matches!(self.state, State::Boundary).then(|| Head::decode(&self.held)).flatten();
        self.held.clear();
        self.current = Bytes::new();
        self.at = end;
        let until = match (&self.state, head) {
            (State::Skip { until }, _) => *until,
            (_, Some(head)) => {
                let until = start.saturating_add(head.total() as u64);
                if until >= end {
                    self.told = Some(Piece::Broken { head, snaplen });
                }
                until
            }
            _ => 0,
        };
        self.state = match &self.state {
            _ if until >= end => State::Skip { until },
            State::Search { from, .. } => State::Search { from: *from, snaplen },
            State::Skip { until } => State::Search { from: *until, snaplen },
            State::Boundary => State::Search { from: start, snaplen },
        };
    }

    /// The next piece.
    pub(super) fn poll(&mut self) -> Option<Piece> {
        if let Some(told) = self.told.take() {
            return Some(told);
        }
        loop {
            match self.state {
                State::Boundary => match Head::decode(self.front()?) {
                    Some(head) => return self.record(head),
                    None => self.state = State::Search { from: self.start(), snaplen: false },
                },
                State::Skip { until } => {
                    self.consume(usize::try_from(until.saturating_sub(self.at)).unwrap_or(usize::MAX));
                    if self.at < until {
                        return None;
                    }
                    self.state = State::Boundary;
                }
                State::Search { from, snaplen } => {
                    let found = self.search()?;
                    self.state = State::Boundary;
                    if found > from {
                        return Some(Piece::Lost { octets: found.saturating_sub(from), snaplen });
                    }
                }
            }
        }
    }

    /// The octets of the header in front; `None` when more are needed.
    fn front(&mut self) -> Option<&[u8]> {
        if self.held.is_empty() && self.current.len() >= HEADER {
            return Some(&self.current);
        }
        self.fill(HEADER);
        (self.held.len() >= HEADER).then_some(&self.held)
    }

    fn record(&mut self, head: Head) -> Option<Piece> {
        let place = self.start();
        if self.passing {
            self.state = State::Skip { until: place.saturating_add(head.total() as u64) };
            self.held.clear();
            return Some(Piece::Passed(head));
        }
        if self.held.len() < head.total() {
            self.held.reserve(head.total().saturating_sub(self.held.len()));
            self.fill(head.total());
        }
        if self.held.len() < head.total() {
            return None;
        }
        let octets = self.held.split_to(head.total());
        Some(Piece::Record(Record { place, kind: head.kind, octets, at: self.mark }))
    }

    /// The offset of the next header of a sealed record, when it is known; then the record is at the front.
    fn search(&mut self) -> Option<u64> {
        self.fill(usize::MAX);
        let mut from = 0_usize;
        while let Some(at) = memmem::find(self.held.get(from..).unwrap_or_default(), &[kind::DATA, 3, 3]) {
            let at = from.saturating_add(at);
            match candidate(self.held.get(at..).unwrap_or_default()) {
                Candidate::Right => {
                    self.held.advance(at);
                    return Some(self.start());
                }
                Candidate::Perhaps => {
                    self.held.advance(at);
                    return None;
                }
                Candidate::Wrong => from = at.saturating_add(1),
            }
        }
        let keep = self.held.len().saturating_sub(2).max(from.min(self.held.len()));
        self.held.advance(keep.min(self.held.len()));
        None
    }

    /// Moves octets from `current` to `held` until that has `length`.
    fn fill(&mut self, length: usize) {
        let take = length.saturating_sub(self.held.len()).min(self.current.len());
        self.held.extend_from_slice(self.current.get(..take).unwrap_or_default());
        self.consume(take);
    }

    fn consume(&mut self, count: usize) {
        let count = count.min(self.current.len());
        self.current.advance(count);
        self.at = self.at.saturating_add(count as u64);
    }
}

enum Candidate {
    Right,
    Perhaps,
    Wrong,
}

/// Whether a sealed record stands at the front: whole, and followed by another header as far as octets are there.
fn candidate(octets: &[u8]) -> Candidate {
    if octets.len() < HEADER {
        return Candidate::Perhaps;
    }
    match Head::decode(octets).filter(|head| head.length >= SHORTEST_SEALED) {
        None => Candidate::Wrong,
        Some(head) if octets.len() < head.total() => Candidate::Perhaps,
        Some(head) => {
            let next = octets.get(head.total()..).unwrap_or_default();
            let fits = |at: usize, right: fn(u8) -> bool| next.get(at).is_none_or(|octet| right(*octet));
            let follows = fits(0, kind::is_known) && fits(1, |octet| octet == 3) && fits(2, |octet| octet == 3);
            if follows { Candidate::Right } else { Candidate::Wrong }
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    fn record(kind: u8, body: &[u8]) -> Vec<u8> {
        let mut out = vec![kind, 3, 3];
        out.extend_from_slice(&u16::try_from(body.len()).unwrap().to_be_bytes());
        out.extend_from_slice(body);
        out
    }

    fn drain(records: &mut Records, out: &mut Vec<String>) {
        while let Some(piece) = records.poll() {
            out.push(match piece {
                Piece::Record(record) => format!("{} at {}", record.octets.len(), record.place),
                Piece::Passed(head) => format!("passed {}", head.total()),
                Piece::Broken { head, .. } => format!("broken {}", head.total()),
                Piece::Lost { octets, .. } => format!("lost {octets}"),
            });
        }
    }

    fn pieces(stream: &[u8], size: usize, hole: std::ops::Range<usize>) -> Vec<String> {
        let (mut records, mut out, mut at) = (Records::new(), Vec::new(), 0);
        while at < stream.len() {
            if at == hole.start && !hole.is_empty() {
                records.gap(at as u64, hole.len() as u64, false);
                at = hole.end;
            } else {
                let end = (at + size).min(if at < hole.start { hole.start } else { stream.len() });
                records.push(at as u64, Bytes::copy_from_slice(&stream[at..end]), At::default());
                at = end;
            }
            drain(&mut records, &mut out);
        }
        out
    }

    #[test]
    fn records_are_found_however_the_octets_are_cut() {
        let stream = [record(22, &[1; 9]), record(23, &[7; 300]), record(23, &[8; 17])].concat();
        for size in [1, 3, 5, 6, 7, 100, 400] {
            assert_eq!(pieces(&stream, size, 0..0), ["14 at 0", "305 at 14", "22 at 319"], "{size}");
        }
    }

    #[test]
    fn a_hole_inside_a_record_breaks_that_record_alone() {
        let stream = [record(23, &[7; 300]), record(23, &[8; 40])].concat();
        assert_eq!(pieces(&stream, 50, 100..200), ["broken 305", "45 at 305"]);
    }

    #[test]
    fn behind_a_hole_over_headers_the_next_one_is_found() {
        let stream = [record(23, &[7; 300]), record(23, &[8; 40]), record(23, &[9; 60])].concat();
        for size in [1, 7, 1000] {
            assert_eq!(pieces(&stream, size, 100..310), ["lost 350", "65 at 350"], "{size}");
            assert_eq!(pieces(&stream, size, 0..2), ["lost 305", "45 at 305", "65 at 350"], "{size}");
        }
    }

    #[test]
    fn bodies_that_nobody_wants_are_passed() {
        let stream = [record(23, &[7; 300]), record(23, &[8; 40])].concat();
        let (mut records, mut out) = (Records::new(), Vec::new());
        records.pass(true);
        for (at, chunk) in stream.chunks(64).enumerate() {
            records.push(at as u64 * 64, Bytes::copy_from_slice(chunk), At::default());
            drain(&mut records, &mut out);
        }
        assert_eq!(out, ["passed 305", "passed 45"]);
    }
}

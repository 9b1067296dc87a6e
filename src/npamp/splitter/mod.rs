//! One direction's octet stream to frames. Zero-copy when a frame lies in one chunk; resynchronises on a header that
//! verifies when a boundary does not hold a frame; holds no more than one frame, or what the search behind a doubtful
//! header may hold.

mod doubt;
mod piece;
mod search;

use std::collections::VecDeque;

use bytes::{Buf as _, Bytes, BytesMut};

use crate::base::limits::Limits;
use crate::npamp::header::{HEADER_LEN, Header, MAGIC, crc_of};

use doubt::Doubt;
pub use piece::{Mark, Piece};
use search::{Scan, Search, scan};

/// Splits one direction. Chunks must come in stream order; an overlap is cut, a jump counts as a gap.
#[derive(Debug)]
pub struct Splitter {
    events: VecDeque<Event>,
    ready: VecDeque<Piece>,
    /// Octets of the newest chunk that are not consumed yet.
    current: Bytes,
    /// Stream offset of the first octet of `current`.
    at: u64,
    mark: Mark,
    /// The front of a frame (or of a candidate) that came in earlier chunks; it ends where `current` begins.
    held: BytesMut,
    state: State,
    frames: u64,
    /// Frames whose payload was not kept.
    passed_over: u64,
    frame_octets: u64,
    resync_octets: usize,
}

#[derive(Debug)]
enum Event {
    Chunk(u64, Bytes, Mark),
    /// First octet, how many, and whether that is certain.
    Gap(u64, u64, bool, Mark),
    Finish(Mark),
}

#[derive(Debug)]
enum State {
    /// At the first octet of a frame. After a gap only a header that verifies counts.
    Boundary { after_gap: bool },
    /// The header is whole and right, the payload is not there yet.
    Payload(Header),
    /// Inside a payload that is not kept: from which frame, up to where.
    Skip { start: u64, until: u64, after_gap: bool },
    /// Magic right, CRC wrong: what follows decides.
    Doubt(Doubt),
    /// No boundary is known.
    Search(Search),
}

impl Splitter {
    /// A splitter. When the start of the stream was captured its first octet is a boundary.
    pub fn new(limits: &Limits, start_seen: bool) -> Self {
        let state =
            if start_seen { State::Boundary { after_gap: false } } else { State::Search(Search { at_start: true, ..Search::default() }) };
        Self {
            events: VecDeque::new(),
            ready: VecDeque::new(),
            current: Bytes::new(),
            at: 0,
            mark: Mark::default(),
            held: BytesMut::new(),
            state,
            frames: 0,
            passed_over: 0,
            frame_octets: limits.frame_octets as u64,
            resync_octets: limits.resync_octets,
        }
    }

    /// A splitter of octets that begin with a frame at `offset`.
    pub fn starting_at(limits: &Limits, offset: u64) -> Self {
        Self { at: offset, ..Self::new(limits, true) }
    }

    /// Takes the next octets of the stream.
    pub fn push(&mut self, offset: u64, bytes: Bytes, mark: Mark) {
        self.events.push_back(Event::Chunk(offset, bytes, mark));
    }

    /// The capture lacks `length` octets from `offset` on.
    pub fn gap(&mut self, offset: u64, length: u64, mark: Mark) {
        self.events.push_back(Event::Gap(offset, length, true, mark));
    }

    /// The capture lacks about `length` octets from `offset` on: where a frame ends that they cut is not known any more.
    pub fn rough_gap(&mut self, offset: u64, length: u64, mark: Mark) {
        self.events.push_back(Event::Gap(offset, length, false, mark));
    }

    /// The stream is over.
    pub fn finish(&mut self, mark: Mark) {
        self.events.push_back(Event::Finish(mark));
    }

    /// The next piece, in stream order.
    pub fn poll(&mut self) -> Option<Piece> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            if self.current.is_empty() && !self.header_waits() {
                let event = self.events.pop_front()?;
                self.take(event);
            } else if let Some(piece) = self.step() {
                return Some(piece);
            }
        }
    }

    /// Frames since the last time it was asked whose payload was not kept, because they are too long or too many are unfinished.
    pub const fn take_passed_over(&mut self) -> u64 {
        std::mem::replace(&mut self.passed_over, 0)
    }

    /// Octets of a frame that has not come whole yet.
    pub fn partial(&self) -> usize {
        self.held.len()
    }

    /// Passes over the frame that has not come whole yet: its header is told, its boundary is kept.
    pub fn pass_over_partial(&mut self) {
        if let State::Payload(header) = self.state {
            let start = self.start();
            let octets = std::mem::take(&mut self.held).split_to(HEADER_LEN).freeze();
            let piece = self.pass_over(start, octets, header);
            self.ready.push_back(piece);
        }
    }

    /// Whether the octets in hand are known to be a frame, or none are in hand: not while a header is doubted or the next one searched.
    pub const fn is_certain(&self) -> bool {
        !matches!(self.state, State::Search(_) | State::Doubt(_))
    }

    /// Whether a frame was found and the stream is still read frame by frame.
    pub const fn synced(&self) -> bool {
        self.frames > 0 && !matches!(self.state, State::Search(_))
    }

    /// Whether a search ended with a header that needs no further octets to be read.
    fn header_waits(&self) -> bool {
        matches!(self.state, State::Boundary { .. }) && self.held.len() >= HEADER_LEN
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Chunk(offset, bytes, mark) => self.take_chunk(offset, bytes, mark),
            Event::Gap(offset, length, exact, mark) => self.take_gap(offset, length, exact, mark),
            Event::Finish(mark) => self.take_finish(mark),
        }
    }

    fn take_chunk(&mut self, offset: u64, mut bytes: Bytes, mark: Mark) {
        match &mut self.state {
            State::Search(search) if search.from.is_none() => {
                search.from = Some(offset);
                self.at = offset;
            }
            _ if offset > self.at => self.take_gap(self.at, offset.saturating_sub(self.at), true, mark),
            _ => bytes.advance(bytes.len().min(usize::try_from(self.at.saturating_sub(offset)).unwrap_or(usize::MAX))),
        }
        if let State::Search(search) = &mut self.state {
            search.keep(&bytes);
        }
        self.mark = mark;
        self.current = bytes;
    }

    fn take_gap(&mut self, offset: u64, length: u64, exact: bool, mark: Mark) {
        let end = offset.saturating_add(length);
        if end <= self.at {
            return;
        }
        let next = match std::mem::replace(&mut self.state, State::Boundary { after_gap: true }) {
            State::Payload(header) => self.cut_frame(header, end, exact),
            State::Skip { start, until, .. } if exact && until >= end => State::Skip { start, until, after_gap: true },
            State::Doubt(doubt) => {
                self.settle(&doubt, self.held.len(), false);
                searching(end)
            }
            State::Search(search) => self.search_across(search, end, mark),
            State::Boundary { .. } | State::Skip { .. } => searching(end),
        };
        self.state = next;
        self.held.clear();
        self.at = end;
    }

    /// A gap cuts the payload behind `header`: the frame is known, its octets are not.
    fn cut_frame(&mut self, header: Header, end: u64, exact: bool) -> State {
        let start = self.start();
        let octets = self.held.split_to(HEADER_LEN.min(self.held.len())).freeze();
        let piece = self.frame(start, octets, header, false);
        self.ready.push_back(piece);
        let until = start.saturating_add(header.frame_len());
        if exact && until >= end { State::Skip { start, until, after_gap: true } } else { searching(end) }
    }

    fn search_across(&mut self, search: Search, end: u64, mark: Mark) -> State {
        if self.frames == 0 {
            return State::Search(Search { from: search.from.or(Some(end)), after_gap: true, ..search });
        }
        self.garbage(&search, self.at, false, mark);
        searching(end)
    }

    fn take_finish(&mut self, mark: Mark) {
        let start = self.start();
        match std::mem::replace(&mut self.state, State::Boundary { after_gap: true }) {
            State::Boundary { after_gap } => self.end_at_boundary(after_gap, mark),
            State::Payload(header) => {
                let have = self.held.len() as u64;
                let octets = self.held.split_to(HEADER_LEN.min(self.held.len())).freeze();
                let piece = self.frame(start, octets, header, false);
                self.ready.push_back(piece);
                self.ready.push_back(Piece::Truncated { offset: start, have, need: header.frame_len(), mark: self.mark });
            }
            State::Skip { start, until, .. } if self.at < until => {
                let (have, need) = (self.at.saturating_sub(start), until.saturating_sub(start));
                self.ready.push_back(Piece::Truncated { offset: start, have, need, mark: self.mark });
            }
            State::Skip { .. } => {}
            State::Doubt(doubt) => self.settle(&doubt, self.held.len(), false),
            State::Search(search) => self.garbage(&search, self.at, false, mark),
        }
        self.held.clear();
    }

    fn end_at_boundary(&mut self, after_gap: bool, mark: Mark) {
        if self.held.is_empty() {
            return;
        }
        let front = self.held.get(..MAGIC.len()).unwrap_or(&self.held);
        if MAGIC.starts_with(front) {
            let have = self.held.len() as u64;
            self.ready.push_back(Piece::Truncated { offset: self.start(), have, need: HEADER_LEN as u64, mark });
        } else {
            let mut search = Search { from: Some(self.start()), after_gap, ..Search::default() };
            search.keep(&self.held);
            self.garbage(&search, self.at, false, mark);
        }
    }

    /// Consumes something of `current`; yields a piece when one is complete.
    fn step(&mut self) -> Option<Piece> {
        match &mut self.state {
            State::Boundary { after_gap } => {
                let after_gap = *after_gap;
                self.step_boundary(after_gap)
            }
            State::Payload(header) => {
                let header = *header;
                self.step_payload(header)
            }
            State::Skip { until, after_gap, .. } => {
                let (until, after_gap) = (*until, *after_gap);
                self.consume(usize::try_from(until.saturating_sub(self.at)).unwrap_or(usize::MAX));
                if self.at >= until {
                    self.state = State::Boundary { after_gap };
                }
                None
            }
            State::Doubt(_) => {
                self.step_doubt();
                None
            }
            State::Search(_) => {
                self.step_search();
                None
            }
        }
    }

    fn step_boundary(&mut self, after_gap: bool) -> Option<Piece> {
        if !self.held.is_empty() || self.current.len() < HEADER_LEN {
            self.fill(HEADER_LEN);
        }
        let front: &[u8] = if self.held.is_empty() { &self.current } else { &self.held };
        let header = Header::decode(front).ok()?;
        let crc_ok = header.crc == crc_of(front);
        if crc_ok && (!after_gap || header.magic == MAGIC) {
            return self.begin(header);
        }
        if header.magic == MAGIC && !after_gap {
            self.state = State::Doubt(Doubt::default());
        } else {
            self.begin_search(after_gap);
        }
        None
    }

    /// A right header stands at the boundary.
    fn begin(&mut self, header: Header) -> Option<Piece> {
        if header.frame_len() > self.frame_octets {
            return Some(self.skip_oversize(header));
        }
        if !self.held.is_empty() {
            self.state = State::Payload(header);
            return self.step_payload(header);
        }
        let length = usize::try_from(header.frame_len()).unwrap_or(usize::MAX);
        if self.current.len() < length {
            self.state = State::Payload(header);
            self.fill(length);
            return None;
        }
        let offset = self.at;
        let octets = self.current.split_to(length);
        self.at = self.at.saturating_add(header.frame_len());
        self.state = State::Boundary { after_gap: false };
        Some(self.frame(offset, octets, header, true))
    }

    fn skip_oversize(&mut self, header: Header) -> Piece {
        let start = self.start();
        self.fill(HEADER_LEN);
        let octets = self.held.split().freeze();
        self.pass_over(start, octets, header)
    }

    fn pass_over(&mut self, start: u64, octets: Bytes, header: Header) -> Piece {
        self.passed_over = self.passed_over.saturating_add(1);
        self.state = State::Skip { start, until: start.saturating_add(header.frame_len()), after_gap: false };
        self.frame(start, octets, header, false)
    }

    fn step_payload(&mut self, header: Header) -> Option<Piece> {
        let length = usize::try_from(header.frame_len()).unwrap_or(usize::MAX);
        let offset = self.start();
        self.fill(length);
        if self.held.len() < length {
            return None;
        }
        let octets = self.held.split().freeze();
        self.state = State::Boundary { after_gap: false };
        Some(self.frame(offset, octets, header, true))
    }

    fn begin_search(&mut self, after_gap: bool) {
        let mut search = Search { from: Some(self.start()), after_gap, ..Search::default() };
        search.keep(&self.held);
        search.keep(&self.current);
        self.state = State::Search(search);
        self.drop_until_candidate();
    }

    fn step_search(&mut self) {
        if self.held.is_empty() {
            match scan(&self.current, 0) {
                Scan::Found(at) => {
                    self.consume(at);
                    self.resync();
                }
                Scan::Perhaps(at) => {
                    self.consume(at);
                    self.fill(HEADER_LEN);
                }
                Scan::Nothing => self.consume(usize::MAX),
            }
        } else {
            self.fill(HEADER_LEN);
            self.drop_until_candidate();
        }
    }

    /// Forgets the front of `held` up to where a header may begin; all of it when none may.
    fn drop_until_candidate(&mut self) {
        match scan(&self.held, 0) {
            Scan::Found(at) => {
                self.held.advance(at);
                self.resync();
            }
            Scan::Perhaps(at) => self.held.advance(at),
            Scan::Nothing => self.held.clear(),
        }
    }

    /// The search found a header, which stands at `start()`.
    fn resync(&mut self) {
        if let State::Search(search) = std::mem::replace(&mut self.state, State::Boundary { after_gap: false }) {
            self.garbage(&search, self.start(), true, self.mark);
        }
    }

    /// Reports garbage from where a search began up to `end`.
    fn garbage(&mut self, search: &Search, end: u64, resynced: bool, mark: Mark) {
        let offset = search.from.unwrap_or(end);
        let length = end.saturating_sub(offset);
        if length == 0 {
            return;
        }
        let head = search.evidence(length);
        let (after_gap, at_start, between) = (search.after_gap, search.at_start, resynced && self.frames > 0);
        self.ready.push_back(Piece::Garbage { offset, length, head, resynced, after_gap, at_start, between, mark });
    }

    /// A frame whose CRC is right.
    fn frame(&mut self, offset: u64, octets: Bytes, header: Header, complete: bool) -> Piece {
        self.frames = self.frames.saturating_add(1);
        Piece::Frame { offset, octets, header, complete, crc_ok: true, mark: self.mark }
    }

    /// Stream offset of the first octet that no piece tells of yet: the first that is held, or else current.
    pub fn start(&self) -> u64 {
        self.at.saturating_sub(self.held.len() as u64)
    }

    /// Moves octets from `current` to `held` until that has `length`.
    fn fill(&mut self, length: usize) {
        let take = length.saturating_sub(self.held.len()).min(self.current.len());
        self.held.extend_from_slice(self.current.get(..take).unwrap_or_default());
        self.consume(take);
    }

    /// Drops the front of `current`.
    fn consume(&mut self, count: usize) {
        let count = count.min(self.current.len());
        self.current.advance(count);
        self.at = self.at.saturating_add(count as u64);
    }
}

/// A search that begins behind a gap.
fn searching(from: u64) -> State {
    State::Search(Search { from: Some(from), after_gap: true, ..Search::default() })
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests;

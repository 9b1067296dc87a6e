//! Reassembly of one side of a connection: segments in any order become its octets in stream order, each once.

use bytes::Bytes;

use crate::base::limits::Limits;
use crate::base::time::Timestamp;

use super::event::{At, NetEvent};
use super::held::{Held, Waiting};
use super::piece::Piece;
use super::recent::Link;
use super::segment::Payload;
use super::shared::{Copies, Place, Shared};

/// The farthest an acknowledgement may run ahead: the largest window TCP has. What lies beyond is not of this stream.
const LARGEST_WINDOW: i32 = 1 << 30;
/// The farthest that octets wait ahead of a hole: no window in use lets a sender run on so far before the hole is filled.
const FARTHEST: u64 = 1 << 28;
/// Nanoseconds after which a timer gives up a hole whose octets were acknowledged.
pub(super) const TIMER: i64 = 2_000_000_000;

/// The octets that one side sends.
#[derive(Debug, Default)]
pub(super) struct Half {
    /// Whether `next_seq` is known.
    started: bool,
    /// Initial sequence number, when a SYN was seen.
    isn: Option<u32>,
    /// Stream offset of the next octet to deliver, and its sequence number.
    next: u64,
    next_seq: u32,
    /// Length of the stream, once a FIN was seen.
    fin: Option<u64>,
    finished: bool,
    /// The offset up to which the other side has acknowledged.
    acked: u64,
    /// Since when the hole at `next` is known to be lost.
    lost: Option<Lost>,
    waiting: Waiting,
    recent: Link,
}

/// The acknowledgement that showed a hole to be lost.
#[derive(Clone, Copy, Debug)]
struct Lost {
    acked: u64,
    /// Packets of the flow before it.
    packets: u64,
    at: At,
}

/// How long a lost hole stays open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// As long as packets of the flow may still come late.
    Packets {
        /// Packets and nanoseconds that must both have passed.
        least: (u64, i64),
        /// Packets that end it.
        most: u64,
    },
    /// Until the timer has run out, at this time.
    Timer(Timestamp),
}

impl Patience {
    /// That of a flow whose packets come.
    pub(super) fn of(limits: &Limits) -> Self {
        Self::Packets { least: (limits.reorder_packets.into(), limits.reorder_nanos), most: limits.reorder_span.into() }
    }

    /// Whether it is over after so many packets, at the newest of them, for what began at `since`.
    pub(super) const fn is_over(self, packets: u64, since: Timestamp, newest: Timestamp) -> bool {
        match self {
            Self::Packets { least: (least, time), most } => packets >= most || (packets >= least && newest.since(since) >= time),
            Self::Timer(now) => now.since(since) >= TIMER,
        }
    }
}

impl Half {
    /// A SYN with this initial sequence number.
    pub(super) fn syn(&mut self, isn: u32) {
        self.isn = Some(isn);
        if !self.started || (self.next == 0 && self.waiting.is_empty()) {
            self.start(isn.wrapping_add(1));
        }
    }

    /// A segment at `seq` was captured: the stream begins there, unless its beginning is known.
    pub(super) fn begin(&mut self, seq: u32) {
        if !self.started {
            self.start(seq);
        }
    }

    /// Whether nothing of the stream is known, its start included.
    pub(super) const fn is_unknown(&self) -> bool {
        self.isn.is_none() && !self.started
    }

    /// Whether `seq` is the number of the first octet.
    pub(super) fn is_first(&self, seq: u32) -> bool {
        self.isn.is_some_and(|isn| isn.wrapping_add(1) == seq)
    }

    /// Whether a SYN with this initial sequence number belongs to another connection.
    pub(super) fn contradicts(&self, isn: u32) -> bool {
        match self.isn {
            Some(known) => known != isn,
            None => self.started && !(0..1 << 22).contains(&self.origin_seq().wrapping_sub(isn.wrapping_add(1)).cast_signed()),
        }
    }

    /// Whether nothing of the stream was seen yet, so that a repeated handshake may move its start.
    pub(super) fn is_fresh(&self) -> bool {
        self.next == 0 && self.waiting.is_empty()
    }

    /// How far `seq` lies ahead of the next octet; `None` before the stream has begun.
    pub(super) fn distance(&self, seq: u32) -> Option<i32> {
        self.started.then(|| seq.wrapping_sub(self.next_seq).cast_signed())
    }

    /// Whether the end of the stream was reported.
    pub(super) const fn finished(&self) -> bool {
        self.finished
    }

    /// Takes a segment: its payload begins at sequence number `seq`, and a FIN may follow it.
    pub(super) fn push(&mut self, seq: u32, payload: Payload, fin: bool, shared: &mut Shared, place: Place) {
        self.begin(seq);
        let in_order = seq == self.next_seq && payload.cut == 0 && self.fin.is_none() && self.waiting.is_empty();
        if in_order && !fin {
            let Payload { bytes, file_offset, .. } = payload;
            return self.deliver(Held { bytes, file_offset, at: place.at }, place.at, shared, place);
        }
        self.push_slow(seq, payload, fin, shared, place);
    }

    /// The other side expects sequence number `ack` next.
    pub(super) fn acknowledge(&mut self, ack: u32) {
        let ahead = ack.wrapping_sub(self.next_seq).cast_signed();
        if self.started && ahead <= LARGEST_WINDOW {
            let to = self.next.saturating_add_signed(ahead.into());
            self.acked = self.acked.max(self.fin.map_or(to, |fin| to.min(fin)));
        }
    }

    /// The offset up to which the other side has acknowledged.
    pub(super) const fn acknowledged(&self) -> u64 {
        self.acked
    }

    /// Offset of the next octet.
    pub(super) const fn next(&self) -> u64 {
        self.next
    }

    /// Whether octets that `ack` acknowledges were not delivered yet. A FIN takes a number of its own.
    pub(super) fn misses(&self, ack: u32) -> bool {
        let ahead = ack.wrapping_sub(self.next_seq).cast_signed();
        let wanted = self.next.saturating_add_signed(ahead.into());
        self.started && (1..=LARGEST_WINDOW).contains(&ahead) && self.fin.map_or(wanted, |fin| wanted.min(fin)) > self.next
    }

    /// Whether octets before `hole_end` are missing.
    pub(super) fn waits(&self) -> bool {
        !self.waiting.is_empty() || self.acked > self.next.saturating_add(1)
    }

    /// The packet of the first held segment.
    pub(super) fn first_held(&self) -> Option<At> {
        self.waiting.first().map(|(_, held)| held.at)
    }

    /// Stream offset of a sequence number, or of the next octet when that lies before it; `None` before the stream has begun.
    pub(super) fn ahead(&self, seq: u32) -> Option<u64> {
        self.distance(seq).map(|distance| self.next.saturating_add_signed(distance.max(0).into()))
    }

    /// Gives up every hole that the other side acknowledged and that has outlasted `patience`. `packets` counts those of the flow;
    /// no hole reaches beyond `limit`.
    pub(super) fn expire(&mut self, patience: Patience, packets: u64, limit: Option<u64>, shared: &mut Shared, place: Place) {
        while let Some(end) = self.hole_end(limit).filter(|&end| self.acked >= end) {
            let now = Lost { acked: self.acked, packets, at: place.at };
            let lost = *self.lost.get_or_insert(now);
            if lost.acked < end {
                self.lost = Some(now);
                return;
            }
            if !patience.is_over(packets.saturating_sub(lost.packets), lost.at.time, place.at.time) {
                return;
            }
            self.give_up(limit, shared, place);
        }
        if !self.waits() {
            self.lost = None;
        }
    }

    /// Gives up the first hole, as far as `limit`, and delivers what waited behind it. Answers whether there was one.
    pub(super) fn give_up(&mut self, limit: Option<u64>, shared: &mut Shared, place: Place) -> bool {
        let Some(end) = self.hole_end(limit) else { return false };
        self.skip_to(end, false, shared, place);
        self.settle(true, shared, place);
        true
    }

    /// Forgets what is held.
    pub(super) fn clear(&mut self, shared: &mut Shared) {
        shared.held_octets = shared.held_octets.saturating_sub(self.waiting.clear());
    }

    fn start(&mut self, seq: u32) {
        self.started = true;
        self.next_seq = seq;
    }

    /// Sequence number of stream offset 0.
    #[allow(clippy::cast_possible_truncation, reason = "sequence numbers are offsets modulo 2^32")]
    const fn origin_seq(&self) -> u32 {
        self.next_seq.wrapping_sub(self.next as u32)
    }

    /// Where the hole at `next` ends: at what waits behind it, else at what was acknowledged, else at the end of the stream, and at
    /// `limit` at the latest.
    fn hole_end(&self, limit: Option<u64>) -> Option<u64> {
        // One number more than was seen may be a FIN that was not.
        let acked = || Some(self.acked).filter(|&acked| acked > self.next.saturating_add(1));
        let end = self.waiting.start().or_else(acked).or_else(|| self.fin.filter(|&fin| fin > self.next))?;
        Some(end.min(limit.unwrap_or(end))).filter(|&end| end > self.next)
    }

    fn push_slow(&mut self, seq: u32, payload: Payload, fin: bool, shared: &mut Shared, place: Place) {
        let start = self.offset_of(seq);
        let end = u64::try_from(start.saturating_add(i128::from(payload.wire_len()))).unwrap_or_default();
        let piece = self.cut_to_stream(start, payload, shared);
        self.compare_old(&piece, shared, place);
        self.insert(&piece, shared, place);
        let cut_start = piece.end().max(self.next);
        let cut_end = end.min(self.fin.unwrap_or(end));
        if cut_end > cut_start {
            self.waiting.cut_off(cut_start, cut_end, shared.limits.reassembly_segments);
        }
        if fin && self.fin.is_none() && end >= self.next {
            self.fin = Some(end);
        }
        self.settle(false, shared, place);
        self.enforce_caps(shared, place);
    }

    /// The stream offset of a sequence number; negative before the stream. No copy is older than the largest window, so what
    /// seems to be comes after a pause of the capture.
    fn offset_of(&self, seq: u32) -> i128 {
        let ahead = i128::from(seq.wrapping_sub(self.next_seq));
        let back = i128::from(u32::MAX).saturating_add(1);
        let behind = back.saturating_sub(ahead) <= i128::from(LARGEST_WINDOW);
        i128::from(self.next).saturating_add(ahead).saturating_sub(if behind { back } else { 0 })
    }

    /// The payload without what lies before the stream or behind its end.
    fn cut_to_stream(&self, start: i128, payload: Payload, shared: &mut Shared) -> Piece {
        let Payload { mut bytes, file_offset, .. } = payload;
        let before = usize::try_from(start.saturating_neg().max(0)).unwrap_or(usize::MAX).min(bytes.len());
        let start = u64::try_from(start.max(0)).unwrap_or(u64::MAX);
        let inside = usize::try_from(self.fin.map_or(u64::MAX, |fin| fin.saturating_sub(start))).unwrap_or(usize::MAX);
        let dropped = bytes.split_to(before).len() as u64;
        let late = bytes.len().saturating_sub(inside) as u64;
        bytes.truncate(inside);
        shared.facts.old_octets = shared.facts.old_octets.saturating_add(dropped);
        shared.facts.late_octets = shared.facts.late_octets.saturating_add(late);
        Piece { start, bytes, file_offset: file_offset.saturating_add(dropped) }
    }

    /// Compares the part that was delivered already with what was delivered.
    fn compare_old(&self, piece: &Piece, shared: &mut Shared, place: Place) {
        if piece.start >= self.next || piece.bytes.is_empty() {
            return;
        }
        // The receiver has the first copy already: it cannot mistake the second one for it.
        let probe = piece.bytes.len() == 1 && piece.end() <= self.acked;
        let known: Vec<(u64, Bytes)> =
            shared.recent.back_to(self.recent, piece.start).map(|(offset, bytes)| (offset, bytes.clone())).collect();
        for (offset, bytes) in known.into_iter().rev() {
            let kept = Piece { start: offset, bytes, file_offset: 0 };
            let (from, to) = (kept.start.max(piece.start), kept.end().min(piece.end()));
            shared.compare(place, from, Copies { kept: kept.octets(from, to), other: piece.octets(from, to), probe });
        }
    }

    /// Delivers or holds the part that is new, and compares the part that is held already.
    fn insert(&mut self, piece: &Piece, shared: &mut Shared, place: Place) {
        let end = piece.end();
        let mut at = piece.start.max(self.next);
        while at < end {
            if let Some((start, held)) = self.waiting.covering(at) {
                let kept = Piece { start, bytes: held.bytes.clone(), file_offset: 0 };
                let stop = kept.end().min(end);
                let copies = Copies { kept: kept.octets(at, stop), other: piece.octets(at, stop), probe: false };
                shared.compare(place, at, copies);
                at = stop;
                continue;
            }
            let stop = self.waiting.next_start(at).map_or(end, |start| start.min(end));
            let part = piece.part(at, stop, place.at);
            if at == self.next {
                self.deliver(part, place.at, shared, place);
            } else {
                self.hold(at, &part, shared);
            }
            at = stop;
        }
    }

    fn hold(&mut self, start: u64, part: &Held, shared: &mut Shared) {
        let bytes = Bytes::copy_from_slice(&part.bytes);
        shared.held_octets = shared.held_octets.saturating_add(bytes.len());
        self.waiting.hold(start, Held { bytes, file_offset: part.file_offset, at: part.at });
    }

    /// Delivers octets that begin at `next`.
    fn deliver(&mut self, part: Held, at: At, shared: &mut Shared, place: Place) {
        let Held { bytes, file_offset, at: own } = part;
        if bytes.is_empty() {
            return;
        }
        let offset = self.next;
        self.move_to(offset.saturating_add(bytes.len() as u64));
        self.lost = None;
        shared.recent.remember(&mut self.recent, offset, bytes.clone());
        let Place { flow, side, .. } = place;
        let from_start = self.isn.is_some();
        shared.events.push_back(NetEvent::Data { flow, side, offset, from_start, bytes, file_offset, origin: own.packet, at });
    }

    /// Delivers what waited for `next`. Octets released by giving up keep the time of their own packets.
    fn settle(&mut self, released: bool, shared: &mut Shared, place: Place) {
        loop {
            if let Some((start, held)) = self.waiting.take_ready(self.next) {
                shared.held_octets = shared.held_octets.saturating_sub(held.bytes.len());
                let at = if released { held.at } else { place.at };
                let piece = Piece { start, bytes: held.bytes, file_offset: held.file_offset };
                let part = piece.part(self.next, piece.end(), held.at);
                self.deliver(part, at, shared, place);
            } else if let Some(end) = self.waiting.cut_end(self.next) {
                self.skip_to(end, true, shared, place);
            } else {
                break;
            }
        }
        if let Some(offset) = self.fin.filter(|&fin| !self.finished && self.next >= fin) {
            self.finished = true;
            shared.facts.late_octets = shared.facts.late_octets.saturating_add(self.waiting.octets() as u64);
            self.clear(shared);
            shared.events.push_back(NetEvent::Fin { flow: place.flow, side: place.side, offset, at: place.at });
        }
    }

    fn skip_to(&mut self, end: u64, snaplen: bool, shared: &mut Shared, place: Place) {
        let Place { flow, side, at } = place;
        let (offset, length) = (self.next, end.saturating_sub(self.next));
        self.move_to(end);
        shared.events.push_back(NetEvent::Gap { flow, side, offset, length, snaplen, at });
    }

    #[allow(clippy::cast_possible_truncation, reason = "sequence numbers are offsets modulo 2^32")]
    const fn move_to(&mut self, offset: u64) {
        self.next_seq = self.next_seq.wrapping_add(offset.wrapping_sub(self.next) as u32);
        self.next = offset;
    }

    fn enforce_caps(&mut self, shared: &mut Shared, place: Place) {
        while self.waiting.end().is_some_and(|end| end.saturating_sub(self.next) > FARTHEST) && self.give_up(None, shared, place) {}
        while self.waiting.octets() > shared.limits.reassembly_stream && self.give_up(None, shared, place) {
            shared.facts.limits.reassembly_stream = shared.facts.limits.reassembly_stream.saturating_add(1);
        }
        while self.waiting.segments() > shared.limits.reassembly_segments && self.give_up(None, shared, place) {
            shared.facts.limits.reassembly_segments = shared.facts.limits.reassembly_segments.saturating_add(1);
        }
    }
}

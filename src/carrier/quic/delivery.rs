//! What the frames of opened packets mean for the streams of a connection, and how long holes stay open.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::base::time::Timestamp;
use crate::net::At;

use super::assembler::{Assembler, Hole, Part, Piece};
use super::cid::Cid;
use super::event::{ConnectionId, QuicEnd, QuicEvent, QuicFact, StreamRun, Unit};
use super::facts::Shared;
use super::frame::{Frame, Frames, Ranges};
use super::half::{Half, Space};

/// Nanoseconds after which a timer gives up what waits.
const TIMER: i64 = 2_000_000_000;

/// An opened packet.
#[derive(Clone, Debug)]
pub(super) struct Arrived {
    pub(super) side: usize,
    pub(super) payload: Bytes,
    pub(super) unit: Unit,
    pub(super) at: At,
}

/// Octets of a frame, and where they belong.
struct Chunk {
    run: StreamRun,
    offset: u64,
    part: Part,
    fin: bool,
}

/// A packet that acknowledges one which was not captured, or not delivered, yet: it was sent after that.
#[derive(Debug)]
struct Deferred {
    arrived: Arrived,
    /// What it acknowledges.
    ranges: Ranges,
    /// Packets of the connection before it.
    packets: u64,
    /// The first number that it waits for.
    awaited: u64,
}

/// What became of data sent before the handshake was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EarlyData {
    Undecided,
    Accepted,
    Refused,
}

/// Streams and datagrams of a connection.
#[derive(Debug)]
pub(super) struct Delivery {
    connection: ConnectionId,
    late: bool,
    /// Packets of the application so far.
    packets: u64,
    deferred: VecDeque<Deferred>,
    early: EarlyData,
    early_held: Vec<Arrived>,
    early_octets: usize,
    /// Ids that frames named, and whom they reach.
    pub(super) ids: Vec<(usize, Cid)>,
    ending: Option<(QuicEnd, At, u64)>,
    /// Whether the capture cut packets of the connection.
    pub(super) snaplen: bool,
    pieces: Vec<Piece>,
}

/// Whether a timer that began at `since` has run out.
fn ran_out(timer: Option<Timestamp>, since: At) -> bool {
    timer.is_some_and(|now| now.since(since.time) >= TIMER)
}

impl Delivery {
    pub(super) const fn new(connection: ConnectionId, late: bool) -> Self {
        Self {
            connection,
            late,
            packets: 0,
            deferred: VecDeque::new(),
            early: EarlyData::Undecided,
            early_held: Vec::new(),
            early_octets: 0,
            ids: Vec::new(),
            ending: None,
            snaplen: false,
            pieces: Vec::new(),
        }
    }

    /// How the connection ended, as its peers said.
    pub(super) fn ending(&self) -> Option<(QuicEnd, At)> {
        self.ending.map(|(end, at, _)| (end, at))
    }

    /// Whether the beginning of the connection was not captured before its data.
    pub(super) const fn is_late(&self) -> bool {
        self.late
    }

    /// Whether it ended, and enough packets have passed for late ones to have come.
    pub(super) fn is_over(&self, shared: &Shared) -> bool {
        self.ending.is_some_and(|(_, _, packets)| self.packets.saturating_sub(packets) >= u64::from(shared.limits.reorder_packets))
    }

    /// Whether it ended so long before `now` that nothing late will come.
    pub(super) fn has_ended(&self, now: Timestamp) -> bool {
        self.ending.is_some_and(|(_, at, _)| ran_out(Some(now), at))
    }

    /// Whether something waits that time may settle.
    pub(super) fn is_restless(&self, halves: &[Half; 2]) -> bool {
        self.ending.is_some() || !self.deferred.is_empty() || halves.iter().any(|half| !half.waiting.is_empty())
    }

    /// A side lost its state.
    pub(super) fn stateless_reset(&mut self, side: usize, at: At) {
        self.end(QuicEnd::StatelessReset { side }, at);
    }

    /// Whether octets of a side are missing that may still come.
    pub(super) fn waits(&self, halves: &[Half; 2], side: usize) -> bool {
        halves.get(side).is_some_and(|half| !half.waiting.is_empty()) || self.deferred.iter().any(|deferred| deferred.arrived.side == side)
    }

    /// Takes a packet of the handshake.
    pub(super) fn handshake(&mut self, halves: &mut [Half; 2], arrived: &Arrived, space: Space) {
        for frame in Frames::new(&arrived.payload) {
            match frame {
                Frame::Crypto { offset, octets } => {
                    let Some(half) = halves.get_mut(arrived.side) else { return };
                    let [initial, handshake] = &mut half.crypto;
                    let crypto = if space == Space::Initial { initial } else { handshake };
                    crypto.push(offset, arrived.payload.get(octets).unwrap_or_default());
                }
                Frame::Close { code, application } => self.end(QuicEnd::Close { side: arrived.side, code, application }, arrived.at),
                _ => {}
            }
        }
    }

    /// Takes a packet of the application whose frames about the connection were read.
    pub(super) fn application(&mut self, halves: &mut [Half; 2], arrived: Arrived, early: bool, shared: &mut Shared) {
        self.packets = self.packets.saturating_add(1);
        let now = arrived.at;
        self.tell_uncertain(halves, now, shared);
        if early && self.early != EarlyData::Accepted {
            self.hold_early(arrived, shared);
        } else {
            self.place(halves, arrived, shared);
        }
        self.expire(halves, None, now, shared);
    }

    /// Delivers a packet, or lets it wait: for what it acknowledges, or because others wait before it, so that the order of the capture
    /// is kept. What those wait for is delivered at once.
    fn place(&mut self, halves: &mut [Half; 2], arrived: Arrived, shared: &mut Shared) {
        let ranges = sent_after(halves, &arrived).unwrap_or_default();
        let must_wait = self.must_wait(halves, arrived.side, &ranges) || self.begins_within(halves, &arrived);
        if !must_wait && (self.deferred.is_empty() || self.is_awaited(halves, &arrived)) {
            return self.data(halves, &arrived, shared);
        }
        if let Some(half) = halves.get_mut(arrived.side) {
            half.deferred.insert(arrived.unit.number);
        }
        let awaited = self.awaited(halves, arrived.side, &ranges);
        self.deferred.push_back(Deferred { arrived, ranges, packets: self.packets, awaited });
    }

    /// Whether a packet is one that another waits for. While the beginning of a stream may still come, nothing is taken before others.
    fn is_awaited(&self, halves: &[Half; 2], arrived: &Arrived) -> bool {
        let mut others = self.deferred.iter().filter(|deferred| deferred.arrived.side != arrived.side);
        let awaited = others.any(|deferred| acknowledges(&deferred.ranges, arrived.unit.number));
        awaited && !self.deferred.front().is_some_and(|first| self.begins_within(halves, &first.arrived))
    }

    /// Whether the first octets seen of a stream, whose beginning may lie before the capture, are in a packet. What comes before them may
    /// have been lost on the way to the capture and come again: so the packet waits, and with it what came behind it, that the order of
    /// all streams is kept.
    fn begins_within(&self, halves: &[Half; 2], arrived: &Arrived) -> bool {
        self.late && halves.get(arrived.side).is_some_and(|half| starts(arrived).any(|(stream, offset)| offset > 0 && half.is_new(stream)))
    }

    /// What was captured of the streams that begin in a packet is what is in it or in those that wait behind it.
    fn begin_streams(&mut self, halves: &mut [Half; 2], arrived: &Arrived, shared: &mut Shared) {
        let Some(half) = halves.get_mut(arrived.side).filter(|_| self.late) else { return };
        for (stream, offset) in starts(arrived) {
            let behind = self.deferred.iter().filter(|deferred| deferred.arrived.side == arrived.side);
            let others = behind.flat_map(|deferred| starts(&deferred.arrived)).filter(|(other, _)| *other == stream);
            let start = others.map(|(_, offset)| offset).fold(offset, u64::min);
            if start > 0 && half.is_new(stream) && half.streams.len() < shared.limits.quic_streams {
                half.streams.insert(stream, Assembler::begun_before(start));
                let run = StreamRun { side: arrived.side, stream };
                shared.events.push_back((self.connection, QuicEvent::Late { run, offset: start }));
            }
        }
    }

    /// The server says whether it takes early data.
    pub(super) fn decide_early(&mut self, halves: &mut [Half; 2], accepted: bool, shared: &mut Shared) {
        if self.early != EarlyData::Undecided {
            return;
        }
        self.early = if accepted { EarlyData::Accepted } else { EarlyData::Refused };
        for arrived in std::mem::take(&mut self.early_held) {
            if accepted {
                self.data(halves, &arrived, shared);
            }
        }
        self.early_octets = 0;
    }

    /// Gives up holes and deferred packets whose time is over. `timer` is the time when only time has passed.
    pub(super) fn expire(&mut self, halves: &mut [Half; 2], timer: Option<Timestamp>, now: At, shared: &mut Shared) {
        self.release(halves, timer, now, shared);
        for side in [0, 1] {
            let streams: Vec<u64> = halves.get(side).map(|half| half.waiting.iter().copied().collect()).unwrap_or_default();
            for stream in streams {
                let run = StreamRun { side, stream };
                while self.is_lost(halves, run, timer, shared) {
                    self.give_up(halves, run, now, shared);
                }
            }
        }
    }

    /// The connection is over: everything that waits is given up, in the order of packets.
    pub(super) fn finish(&mut self, halves: &mut [Half; 2], now: At, shared: &mut Shared) {
        while let Some(deferred) = self.deferred.pop_front() {
            self.give_up_before(halves, &deferred, now, shared);
            self.deliver_deferred(halves, &deferred, shared);
        }
        while let Some(run) = first_waiting(halves) {
            if !self.give_up(halves, run, now, shared)
                && let Some(half) = halves.get_mut(run.side)
            {
                half.waiting.remove(&run.stream);
            }
        }
    }

    /// Reads what concerns the connection: acknowledgements, ids, its end. Answers whether the packet is more than a test of a path.
    pub(super) fn control(&mut self, halves: &mut [Half; 2], arrived: &Arrived, shared: &mut Shared) -> bool {
        let side = arrived.side;
        let mut moves = false;
        for frame in Frames::new(&arrived.payload) {
            moves |= !matches!(frame, Frame::Probing | Frame::NewId { .. });
            match frame {
                Frame::Ack(ranges) => self.acknowledged(halves, arrived, ranges, shared),
                Frame::NewId { id, reset_token } => {
                    self.ids.push((side, id));
                    if let Some(half) = halves.get_mut(side) {
                        half.learn_token(reset_token);
                    }
                }
                Frame::Close { code, application } => self.end(QuicEnd::Close { side, code, application }, arrived.at),
                _ => {}
            }
        }
        moves
    }

    /// A packet says which ones of the other side arrived.
    fn acknowledged(&mut self, halves: &mut [Half; 2], arrived: &Arrived, ranges: Ranges, shared: &mut Shared) {
        let (side, number) = (arrived.side, arrived.unit.number);
        if let Some(other) = halves.get_mut(1_usize.saturating_sub(side)) {
            for (low, high) in &ranges {
                other.acknowledge(*low, *high);
            }
        }
        if side == 1 && self.early == EarlyData::Undecided && !self.early_held.is_empty() {
            self.decide_by_acknowledgement(halves, &ranges, shared);
        }
        if let Some(own) = halves.get_mut(side)
            && own.last_ack.as_ref().is_none_or(|(newest, _)| number > *newest)
        {
            own.last_ack = Some((number, ranges));
        }
    }

    /// Whether something that a sender had received was not captured, or not delivered, yet. A side that was never captured is not
    /// waited for.
    fn must_wait(&self, halves: &[Half; 2], side: usize, ranges: &Ranges) -> bool {
        let Some(other) = halves.get(1_usize.saturating_sub(side)).filter(|other| other.largest(Space::Application).is_some()) else {
            return false;
        };
        other.is_deferred(ranges) || other.unheard(ranges, !self.late).is_some()
    }

    /// The first number that a packet waits for.
    fn awaited(&self, halves: &[Half; 2], side: usize, ranges: &Ranges) -> u64 {
        let other = halves.get(1_usize.saturating_sub(side));
        other.and_then(|other| Some(other.unheard(ranges, !self.late)?.0)).unwrap_or(u64::MAX)
    }

    /// A server acknowledges early packets only when it takes them.
    fn decide_by_acknowledgement(&mut self, halves: &mut [Half; 2], ranges: &Ranges, shared: &mut Shared) {
        if self.early_held.iter().any(|arrived| acknowledges(ranges, arrived.unit.number)) {
            self.decide_early(halves, true, shared);
        }
    }

    fn end(&mut self, end: QuicEnd, at: At) {
        self.ending.get_or_insert((end, at, self.packets));
    }

    fn hold_early(&mut self, arrived: Arrived, shared: &mut Shared) {
        if self.early == EarlyData::Refused {
            return;
        }
        let octets = self.early_octets.saturating_add(arrived.payload.len());
        if octets > shared.limits.quic_waiting {
            shared.facts.limits.waiting = shared.facts.limits.waiting.saturating_add(1);
            return;
        }
        self.early_octets = octets;
        self.early_held.push(arrived);
    }

    /// Delivers deferred packets: what they acknowledge was delivered, or patience is over.
    fn release(&mut self, halves: &mut [Half; 2], timer: Option<Timestamp>, now: At, shared: &mut Shared) {
        let patience = u64::from(shared.limits.reorder_packets);
        let mut in_vain = false;
        loop {
            let over =
                |deferred: &Deferred| self.packets.saturating_sub(deferred.packets) >= patience || ran_out(timer, deferred.arrived.at);
            let ready = self.next_ready(halves);
            let came = ready.is_some();
            let ready = ready.or_else(|| self.deferred.front().is_some_and(over).then_some(0));
            let Some(mut deferred) = ready.and_then(|at| self.deferred.remove(at)) else { return };
            in_vain |= !came;
            // What was given up did not come: then the packet is as it was captured, and so is what waited behind it.
            if came && !in_vain && !is_given_up(halves, 1_usize.saturating_sub(deferred.arrived.side), deferred.awaited) {
                deferred.arrived.at = now;
            }
            self.give_up_before(halves, &deferred, now, shared);
            self.deliver_deferred(halves, &deferred, shared);
        }
    }

    /// The packet to deliver next: the first one, or one behind it that it waits for.
    fn next_ready(&self, halves: &[Half; 2]) -> Option<usize> {
        let is_ready = |deferred: &Deferred| {
            !self.must_wait(halves, deferred.arrived.side, &deferred.ranges) && !self.begins_within(halves, &deferred.arrived)
        };
        let first = self.deferred.front()?;
        if is_ready(first) {
            return Some(0);
        }
        let before = |deferred: &Deferred| {
            deferred.arrived.side != first.arrived.side && acknowledges(&first.ranges, deferred.arrived.unit.number) && is_ready(deferred)
        };
        self.deferred.iter().position(before)
    }

    /// Whether everything that the sides may have received was captured so far.
    fn tell_uncertain(&self, halves: &mut [Half; 2], at: At, shared: &mut Shared) {
        for (side, half) in halves.iter_mut().enumerate() {
            let some = half.is_uncertain(!self.late);
            if std::mem::replace(&mut half.uncertain, some) != some {
                shared.events.push_back((self.connection, QuicEvent::Fact { fact: QuicFact::Uncertain { side, some }, at }));
            }
        }
    }

    /// What a deferred packet acknowledges and was not captured will not come any more: holes of its side end here.
    fn give_up_before(&mut self, halves: &mut [Half; 2], deferred: &Deferred, now: At, shared: &mut Shared) {
        let side = 1_usize.saturating_sub(deferred.arrived.side);
        let mut lost = 0_u64;
        while let Some((low, high)) = halves.get(side).and_then(|other| other.unheard(&deferred.ranges, !self.late)) {
            let Some(other) = halves.get_mut(side) else { return };
            other.given_up.insert(low, high);
            lost = lost.saturating_add(high.saturating_sub(low)).saturating_add(1);
        }
        if lost > 0 {
            shared.events.push_back((self.connection, QuicEvent::Fact { fact: QuicFact::Lost { side, packets: lost }, at: now }));
            self.give_up_lost(halves, side, now, shared);
            self.tell_uncertain(halves, now, shared);
        }
    }

    fn deliver_deferred(&mut self, halves: &mut [Half; 2], deferred: &Deferred, shared: &mut Shared) {
        if let Some(half) = halves.get_mut(deferred.arrived.side) {
            half.deferred.remove(&deferred.arrived.unit.number);
        }
        self.begin_streams(halves, &deferred.arrived, shared);
        self.data(halves, &deferred.arrived, shared);
        self.give_up_lost(halves, deferred.arrived.side, deferred.arrived.at, shared);
    }

    /// Gives up holes of a side that packets would have filled which are given up.
    fn give_up_lost(&mut self, halves: &mut [Half; 2], side: usize, now: At, shared: &mut Shared) {
        let streams: Vec<u64> = halves.get(side).map(|half| half.waiting.iter().copied().collect()).unwrap_or_default();
        for stream in streams {
            let run = StreamRun { side, stream };
            while self.hole(halves, run).is_some_and(|(_, missing)| missing.is_some_and(|number| is_given_up(halves, side, number))) {
                self.give_up(halves, run, now, shared);
            }
        }
    }

    /// The hole in front of a stream, and the number of a packet that is missing, arrived at the peer and may have filled it.
    fn hole(&self, halves: &[Half; 2], run: StreamRun) -> Option<(Hole, Option<u64>)> {
        let half = halves.get(run.side)?;
        let stream = half.streams.get(&run.stream)?;
        let hole = stream.hole()?;
        let from = stream.newest().map_or(0, |newest| newest.saturating_add(1));
        Some((hole, half.missing(from, hole.number, !self.late)))
    }

    /// Delivers streams and datagrams of a packet.
    fn data(&mut self, halves: &mut [Half; 2], arrived: &Arrived, shared: &mut Shared) {
        let Arrived { side, payload, unit, at } = arrived;
        for frame in Frames::new(payload) {
            match frame {
                Frame::Stream { id, offset, octets, fin } => {
                    let unit = Unit { skip: u16::try_from(octets.start).unwrap_or(u16::MAX), ..*unit };
                    let part = Part { bytes: payload.slice(octets), unit, at: *at };
                    self.stream(halves, Chunk { run: StreamRun { side: *side, stream: id }, offset, part, fin }, shared);
                }
                Frame::Reset { id, code, final_size } => {
                    let run = StreamRun { side: *side, stream: id };
                    self.with_stream(halves, run, *at, shared, |stream, _| stream.reset(final_size, code, *at));
                }
                Frame::Datagram { octets } => {
                    let unit = Unit { skip: u16::try_from(octets.start).unwrap_or(u16::MAX), ..*unit };
                    let event = QuicEvent::Datagram { side: *side, bytes: payload.slice(octets), unit, at: *at };
                    shared.events.push_back((self.connection, event));
                }
                _ => {}
            }
        }
    }

    fn stream(&mut self, halves: &mut [Half; 2], chunk: Chunk, shared: &mut Shared) {
        let Chunk { run, offset, part, fin } = chunk;
        let at = part.at;
        self.with_stream(halves, run, at, shared, |stream, out| stream.push(offset, part, fin, out));
        let limits = &shared.limits;
        let (per_stream, parts, total) = (limits.reassembly_stream, limits.reassembly_segments, limits.reassembly_total);
        loop {
            let Some(stream) = halves.get(run.side).and_then(|half| half.streams.get(&run.stream)) else { return };
            let full = stream.held_octets() > per_stream || stream.held_parts() > parts || shared.held_octets > total;
            if !full || stream.held_parts() == 0 {
                return;
            }
            shared.facts.limits.reassembly = shared.facts.limits.reassembly.saturating_add(1);
            self.give_up(halves, run, at, shared);
        }
    }

    /// Lets something happen to a stream, and tells what comes of it.
    fn with_stream(
        &mut self,
        halves: &mut [Half; 2],
        run: StreamRun,
        now: At,
        shared: &mut Shared,
        act: impl FnOnce(&mut Assembler, &mut Vec<Piece>),
    ) {
        let Some(half) = halves.get_mut(run.side) else { return };
        if half.is_done(run.stream) {
            return;
        }
        if !half.streams.contains_key(&run.stream) && half.streams.len() >= shared.limits.quic_streams {
            shared.facts.limits.streams = shared.facts.limits.streams.saturating_add(1);
            return;
        }
        let hole = Hole { packets: self.packets, number: half.largest(Space::Application).unwrap_or_default(), at: now };
        let stream = half.streams.entry(run.stream).or_insert_with(|| Assembler::new(self.late));
        let before = stream.held_octets();
        act(stream, &mut self.pieces);
        stream.note_hole(hole);
        shared.held_octets = shared.held_octets.saturating_sub(before).saturating_add(stream.held_octets());
        let (waits, finished) = (stream.waits(), stream.is_finished());
        if finished {
            half.finish(run.stream);
        } else if waits {
            half.waiting.insert(run.stream);
        } else {
            half.waiting.remove(&run.stream);
        }
        self.tell(run, now, shared);
    }

    fn give_up(&mut self, halves: &mut [Half; 2], run: StreamRun, now: At, shared: &mut Shared) -> bool {
        let mut gave_up = false;
        self.with_stream(halves, run, now, shared, |stream, out| gave_up = stream.give_up(out));
        gave_up
    }

    /// Whether the hole in front of a stream will not be filled: a packet that is missing arrived at the peer, and patience is over.
    fn is_lost(&self, halves: &[Half; 2], run: StreamRun, timer: Option<Timestamp>, shared: &Shared) -> bool {
        let Some((hole, missing)) = self.hole(halves, run) else { return false };
        let stream = halves.get(run.side).and_then(|half| half.streams.get(&run.stream));
        let unexplained = stream.is_some_and(|stream| stream.is_late() || stream.is_reset());
        if missing.is_some_and(|number| is_given_up(halves, run.side, number)) {
            return true;
        }
        let patient = self.packets.saturating_sub(hole.packets) >= u64::from(shared.limits.reorder_packets);
        (missing.is_some() || unexplained) && (patient || ran_out(timer, hole.at))
    }

    fn tell(&mut self, run: StreamRun, at: At, shared: &mut Shared) {
        for piece in self.pieces.drain(..) {
            let event = match piece {
                Piece::Data { offset, part, at } => QuicEvent::Data { run, offset, bytes: part.bytes, unit: part.unit, at },
                Piece::Gap { offset, length } => QuicEvent::Gap { run, offset, length, snaplen: self.snaplen, at },
                Piece::Late { offset } => QuicEvent::Late { run, offset },
                Piece::Conflict { offset, length, kept, other } => QuicEvent::Conflict { run, offset, length, kept, other, at },
                Piece::End { offset, reset: Some((code, at)) } => QuicEvent::Reset { run, offset, code, at },
                Piece::End { offset, reset: None } => QuicEvent::Fin { run, offset, at },
            };
            shared.events.push_back((self.connection, event));
        }
    }
}

/// What had arrived at the sender of a packet when it sent it: as this packet says, or one before it.
fn sent_after(halves: &[Half; 2], arrived: &Arrived) -> Option<Ranges> {
    let (number, ranges) = halves.get(arrived.side)?.last_ack.as_ref()?;
    (*number <= arrived.unit.number).then(|| ranges.clone())
}

/// The streams in a packet, with the offsets of their octets.
fn starts(arrived: &Arrived) -> impl Iterator<Item = (u64, u64)> {
    Frames::new(&arrived.payload).filter_map(|frame| match frame {
        Frame::Stream { id, offset, .. } => Some((id, offset)),
        _ => None,
    })
}

/// Whether an acknowledgement covers a number.
fn acknowledges(ranges: &Ranges, number: u64) -> bool {
    ranges.iter().any(|(low, high)| (*low..=*high).contains(&number))
}

/// Whether a packet of a side that was not captured is not waited for any more.
fn is_given_up(halves: &[Half; 2], side: usize, number: u64) -> bool {
    halves.get(side).is_some_and(|half| half.given_up.contains(number))
}

/// The stream that waits with the earliest octets.
fn first_waiting(halves: &[Half; 2]) -> Option<StreamRun> {
    let of = |side: usize| {
        let half = halves.get(side);
        let streams = half.map(|half| half.waiting.iter()).into_iter().flatten();
        streams.filter_map(move |stream| Some((half?.streams.get(stream)?.first_held().unwrap_or_default(), side, *stream)))
    };
    of(0).chain(of(1)).min().map(|(_, side, stream)| StreamRun { side, stream })
}

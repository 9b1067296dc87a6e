//! From network events to frames: the only place that connects the layers below the frame.

use std::net::SocketAddr;

use bytes::Bytes;

use crate::base::direction::Direction;
use crate::base::id::{FlowId, PacketId};
use crate::carrier::tls::Tls;
use crate::net::{At, CloseReason, NetEvent};
use crate::npamp::header::{Header, flag};
use crate::npamp::splitter::{Mark, Piece, Splitter};
use crate::rules::context::{StreamCtx, StreamFact, Subject};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::finding::{Evidence, Finding};
use crate::store::row::{End, Gap};
use crate::store::segments::Segment;

use super::Engine;
use super::decode_as::Layer;
use super::flow::{Carried, Flow};
use super::outer::Outer;
use super::raw::Raw;
use super::run::{Chunk, Garbage, Located};

/// Runs of garbage kept for a flow that has shown no frame yet.
const PENDING_GARBAGE: usize = 16;

impl Engine {
    pub(super) fn event(&mut self, event: NetEvent) {
        match event {
            NetEvent::Open { flow, ends, syn, at } => self.open(flow, ends, syn, at),
            NetEvent::Data { flow, side, offset, from_start, bytes, file_offset, origin, at } => {
                if offset == 0 && !from_start {
                    self.begin_late(flow, side);
                }
                let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                let input = self.input_of(origin);
                self.octets(flow, side, Segment { offset, file_offset, length, input }, bytes, at);
            }
            NetEvent::Gap { flow, side, offset, length, snaplen, at } => self.hole(flow, side, Gap { offset, length, snaplen }, at),
            NetEvent::Conflict { flow, side, offset, length, kept, other, probe, at } => {
                let offset = self.offset_in_run(flow, side, offset);
                self.stream_fact(flow, side, offset, at, StreamFact::Conflict { length, kept: &kept, other: &other, probe });
            }
            NetEvent::Fin { flow, side, at, .. } => self.fin(flow, side, at),
            NetEvent::Rst { flow, side, at } => {
                if let Some(flow) = self.flows.get_mut(&flow) {
                    flow.rst = true;
                }
                self.note_end(flow, side, at, true);
            }
            NetEvent::Closed { flow, why, at } => self.close(flow, why, at),
            NetEvent::Scattered { place, length, file_offset, packet } => {
                let input = self.input_of(packet);
                self.scattered(Segment { offset: place, file_offset, length, input });
            }
            NetEvent::Datagram(datagram) => {
                if self.options.decode_as.of(datagram.ends).is_none_or(|layer| layer == Layer::Quic) {
                    self.quic.push(&datagram, &self.keys);
                }
            }
        }
    }

    /// The input that holds a packet.
    pub(super) fn input_of(&self, packet: PacketId) -> u16 {
        u16::try_from(self.store.packet_place(packet).0.saturating_sub(1)).unwrap_or(u16::MAX)
    }

    /// Notes where octets lie that have numbers instead of places.
    fn scattered(&mut self, part: Segment) {
        if self.options.index {
            let gone = self.store.segments.push_scattered(part, self.options.limits.fragment_places);
            self.unplaced = self.unplaced.saturating_add(gone as u64);
        }
    }

    fn open(&mut self, id: FlowId, ends: [SocketAddr; 2], syn: Option<usize>, at: At) {
        let limits = &self.options.limits;
        let mut flow = Flow::new(ends, syn, at, limits);
        match self.options.decode_as.of(ends) {
            None => {}
            Some(Layer::Npamp) => flow.carried = Carried::Plain,
            Some(Layer::Tls) => {
                flow.begin_again(limits);
                flow.carried = Carried::Tls(Box::new(Outer::new(Tls::new(limits, syn.is_some()).insist())));
            }
            Some(Layer::Quic) => flow.carried = Carried::Foreign,
        }
        self.flows.insert(id, flow);
    }

    /// What a run carried first may not have been captured.
    pub(super) fn begin_late(&mut self, id: FlowId, run: usize) {
        if let Some(run) = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run)) {
            run.late = true;
            run.splitter = Splitter::new(&self.options.limits, false);
        }
    }

    /// Where in the frames' octets an offset of the transport is: below a carrier, about where they stand now.
    fn offset_in_run(&self, id: FlowId, side: usize, offset: u64) -> u64 {
        let sealed = self.flows.get(&id).filter(|flow| matches!(flow.carried, Carried::Tls(_)));
        sealed.and_then(|flow| flow.runs.get(side)).map_or(offset, |run| run.splitter.start())
    }

    /// The first frame of a side whose first octets may be missing: only a HELLO shows that nothing is.
    fn settle_start(&mut self, id: FlowId, run: usize, index: usize, direction: Direction, header: &Header) {
        let run = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run));
        let late = run.is_some_and(|run| std::mem::take(&mut run.late));
        if let Some(assoc) = self.associations.get_mut(index).filter(|assoc| late && !assoc.state.evidence.late && !is_any_hello(header)) {
            assoc.state.lost(direction);
        }
    }

    /// Takes octets in which frames lie as they are.
    pub(super) fn plain(&mut self, id: FlowId, side: usize, segment: Segment, bytes: Bytes, at: At) {
        let readable = self.options.index && segment.file_offset != u64::MAX;
        let located = readable.then_some(Located::Clear(segment));
        self.run_data(id, side, Chunk { offset: segment.offset, bytes, number: 0, located, at });
    }

    /// Takes the next octets of a run.
    pub(super) fn run_data(&mut self, id: FlowId, run: usize, chunk: Chunk) {
        let Chunk { offset, bytes, number, located, at } = chunk;
        let Some(flow) = self.flows.get_mut(&id) else { return };
        let Some(state) = flow.runs.get_mut(run) else { return };
        let before = state.splitter.partial();
        state.splitter.push(offset, bytes, mark(at));
        (state.latest, state.numbers) = (offset, [state.numbers[1], number]);
        if let Some((index, client)) = flow.association {
            let Some(assoc) = self.associations.get_mut(index) else { return };
            assoc.note_time(at.time);
            assoc.state.evidence.heard(state.direction(client));
        }
        if let Some(located) = located {
            flow.locate(run, located, &mut self.store);
        }
        self.pieces(id, run);
        self.bound_partial(id, run, before);
    }

    /// Octets of a run are missing, exactly or about so many.
    pub(super) fn gap(&mut self, id: FlowId, run: usize, (gap, exact): (Gap, bool), at: At) {
        let Gap { offset, length, snaplen } = gap;
        let Some(flow) = self.flows.get_mut(&id) else { return };
        let Some(state) = flow.runs.get_mut(run) else { return };
        if exact {
            state.splitter.gap(offset, length, mark(at));
        } else {
            state.splitter.rough_gap(offset, length, mark(at));
        }
        match flow.association {
            None => state.gaps.push((offset, length, snaplen, at)),
            Some((index, client)) => {
                if let Some(assoc) = self.associations.get_mut(index) {
                    assoc.note_gap(state.direction(client), gap, self.options.limits.gaps);
                }
                self.stream_fact(id, run, offset, at, StreamFact::Gap { length, snaplen });
            }
        }
        self.pieces(id, run);
    }

    /// Octets of a run went missing, and how many is not known yet.
    pub(super) fn broken(&mut self, id: FlowId, run: usize) {
        let Some((index, direction)) = self.direction_of(id, run) else { return };
        if let Some(assoc) = self.associations.get_mut(index) {
            assoc.state.lost(direction);
        }
    }

    /// A run is over.
    pub(super) fn run_over(&mut self, id: FlowId, run: usize, at: At) {
        if let Some(run) = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run)) {
            run.splitter.finish(mark(at));
        }
        self.pieces(id, run);
    }

    fn fin(&mut self, id: FlowId, side: usize, at: At) {
        if let Some(flow) = self.flows.get_mut(&id) {
            flow.fin[side] = true;
        }
        self.over(id, side, at);
        self.note_end(id, side, at, false);
    }

    /// A side of the transport is over.
    pub(super) fn note_end(&mut self, id: FlowId, side: usize, at: At, reset: bool) {
        let Some((index, client)) = self.flows.get(&id).and_then(|flow| flow.association) else { return };
        if let Some(assoc) = self.associations.get_mut(index) {
            let direction = if side == client { Direction::C2s } else { Direction::S2c };
            assoc.state.ledger.ends(direction, at.time, reset);
        }
    }

    pub(super) fn close(&mut self, id: FlowId, why: CloseReason, at: At) {
        if self.lingers(id, why, at) {
            return;
        }
        for side in [0, 1] {
            self.over(id, side, at);
        }
        self.begin_refused(id);
        self.tell_carrier(id);
        let Some(flow) = self.flows.remove(&id) else { return };
        if let Some((index, _)) = flow.association {
            self.end(index, ending(&flow, why));
        }
    }

    /// Ends every association that is still open, in order.
    pub(super) fn end_remaining(&mut self) {
        for index in 0..self.associations.len() {
            self.end(index, End::CaptureEnd);
        }
    }

    /// Bounds what is held of unfinished frames over all runs, where a run held `before` of one.
    fn bound_partial(&mut self, id: FlowId, run: usize, before: usize) {
        let Some(state) = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run)) else { return };
        self.passed_over = self.passed_over.saturating_add(state.splitter.take_passed_over());
        self.partial = self.partial.saturating_add(state.splitter.partial().saturating_sub(before));
        if self.partial <= self.options.limits.frames_partial {
            return;
        }
        // What ended meanwhile is not counted off one by one, so the sum is taken anew.
        self.partial = self.flows.values().flat_map(|flow| &flow.runs).map(|run| run.splitter.partial()).sum();
        if self.partial <= self.options.limits.frames_partial {
            return;
        }
        let run_mut = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run));
        if let Some(state) = run_mut {
            self.partial -= state.splitter.partial();
            state.splitter.pass_over_partial();
            self.passed_over = self.passed_over.saturating_add(state.splitter.take_passed_over());
        }
        self.pieces(id, run);
    }

    /// Takes what a splitter found.
    fn pieces(&mut self, id: FlowId, run: usize) {
        while let Some(piece) = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run)?.splitter.poll()) {
            match piece {
                Piece::Frame { offset, octets, header, complete, crc_ok, mark } => {
                    if let Some(run) = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run)) {
                        run.framed = true;
                    }
                    if let Some((index, direction, stream)) = self.association_of(id, run, &header) {
                        self.settle_start(id, run, index, direction, &header);
                        let lane = self.flows.get(&id).and_then(|flow| flow.runs.get(run)).map(|run| run.lane(offset, &header));
                        let lane = lane.unwrap_or_default();
                        let fresh = self.is_fresh(id, run, offset);
                        let next = self.next_of_peer(id, run);
                        self.arrive(
                            index,
                            direction,
                            Raw { stream, offset, octets, header, complete, crc_ok, mark, lane, fresh, losses: 0, next },
                        );
                    }
                }
                // What a datagram holds beside its frame is said of the frame.
                Piece::Garbage { .. } | Piece::Truncated { .. } if self.is_datagrams(id, run) => {}
                Piece::Garbage { offset, length, head, resynced, after_gap, at_start, between, mark } => {
                    let (innocent, at) = (after_gap || at_start, At { packet: mark.packet, time: mark.time });
                    if let Some(flow) = self.flows.get_mut(&id).filter(|flow| flow.association.is_none()) {
                        if let Some(run) = flow.runs.get_mut(run).filter(|run| run.garbage.len() < PENDING_GARBAGE) {
                            run.garbage.push(Garbage { offset, length, head, innocent, at });
                        }
                        continue;
                    }
                    self.garbage(id, run, !innocent);
                    let fact = StreamFact::Garbage { length, head: &head, resynced, between, innocent };
                    self.stream_fact(id, run, offset, at, fact);
                }
                Piece::Truncated { offset, have, need, mark } => {
                    let end = self.flows.get(&id).and_then(|flow| flow.end_of_run(run)).unwrap_or(End::CaptureEnd);
                    let at = At { packet: mark.packet, time: mark.time };
                    self.stream_fact(id, run, offset, at, StreamFact::Truncated { have, need, end });
                }
            }
        }
        self.distrust(id, run);
    }

    /// Whether a frame that QUIC carries was first sent in the packet that completes it, whole: of its sender no packet is missing, or
    /// out of order, since the one that held what comes before it on the stream.
    fn is_fresh(&self, id: FlowId, run: usize, offset: u64) -> bool {
        let Some(Flow { carried: Carried::Quic(streams), runs, .. }) = self.flows.get(&id) else { return false };
        let Some(run) = runs.get(run).filter(|run| offset >= run.latest && run.datagram.is_none()) else { return false };
        !streams.disordered && self.quic.is_unbroken(streams.connection, run.side, run.numbers[0])
    }

    fn is_datagrams(&self, id: FlowId, run: usize) -> bool {
        self.flows.get(&id).and_then(|flow| flow.runs.get(run)).is_some_and(|run| run.datagram.is_some())
    }

    /// The association of a run with its direction in it.
    fn direction_of(&self, id: FlowId, run: usize) -> Option<(usize, Direction)> {
        let flow = self.flows.get(&id)?;
        let (index, client) = flow.association?;
        Some((index, flow.runs.get(run)?.direction(client)))
    }

    /// While no frame is found in the octets of a run, nothing rests on what it did not say.
    fn distrust(&mut self, id: FlowId, run: usize) {
        let certain = self.flows.get(&id).and_then(|flow| flow.runs.get(run)).is_none_or(|run| run.splitter.is_certain());
        let Some((index, direction)) = self.direction_of(id, run).filter(|_| !certain) else { return };
        if let Some(assoc) = self.associations.get_mut(index) {
            assoc.state.doubt(direction);
        }
    }

    /// Octets of unknown meaning passed: sequence numbers of that direction may jump.
    fn garbage(&mut self, id: FlowId, run: usize, strange: bool) {
        let Some((index, direction)) = self.direction_of(id, run) else { return };
        let Some(assoc) = self.associations.get_mut(index) else { return };
        if strange {
            assoc.state.doubt(direction);
            assoc.gap_since[direction.index()] = true;
        } else if assoc.frames[direction.index()] > 0 {
            assoc.state.lost(direction);
        }
    }

    pub(super) fn stream_fact(&mut self, id: FlowId, run: usize, offset: u64, at: At, fact: StreamFact<'_>) {
        let Some((index, direction)) = self.direction_of(id, run) else { return };
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let subject = Subject {
            association: Some(assoc.id),
            direction: Some(direction),
            stream_offset: Some(offset),
            time: at.time,
            generation: assoc.state.generation(),
            ..Subject::default()
        };
        let context = StreamCtx { association: assoc.ctx(&self.store), direction, offset, packet: at.packet, time: at.time, fact };
        let mut found = self.judges.stream(&context, subject);
        let lane = self.flows.get(&id).and_then(|flow| flow.runs.get(run)).and_then(|run| run.quic_stream);
        for finding in &mut found {
            name_stream(finding, lane);
        }
        self.recorder.store(found, &mut self.store, Some(assoc));
    }
}

/// Says on which QUIC stream the octets lie that a finding is about.
fn name_stream(finding: &mut Finding, stream: Option<u64>) {
    if let Some(stream) = stream {
        finding.message = format!("{} (QUIC stream {stream})", finding.message).into_boxed_str();
        finding.evidence.push(("quic_stream", Evidence::Number(stream)));
    }
}

pub(super) const fn mark(at: At) -> Mark {
    Mark { packet: at.packet, time: at.time }
}

const fn is_any_hello(header: &Header) -> bool {
    let hello = matches!(header.frame_type, FrameType::CLIENT_HELLO | FrameType::SERVER_HELLO);
    matches!(header.channel, Channel::CONTROL) && hello && !header.has(flag::ENC)
}

fn ending(flow: &Flow, why: CloseReason) -> End {
    match why {
        CloseReason::Fin => End::Fin,
        CloseReason::Rst => End::Rst,
        _ if flow.rst => End::Rst,
        _ if flow.fin[0] || flow.fin[1] => End::Fin,
        _ => End::CaptureEnd,
    }
}

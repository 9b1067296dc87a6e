//! From network events to frames: the only place that connects the layers below the frame.

use std::net::SocketAddr;

use bytes::Bytes;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, FlowId, PacketId, StreamId};
use crate::base::time::Timestamp;
use crate::net::{At, CloseReason, NetEvent};
use crate::npamp::header::{Header, flag};
use crate::npamp::splitter::{Mark, Piece, Splitter};
use crate::rules::context::{StreamCtx, StreamFact, Subject};
use crate::session::association::Association;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::octets::Segment;
use crate::store::row::{AssociationRow, End, Gap, Start, StreamRow};

use super::Engine;
use super::assoc::{Assoc, Origin};

/// Segments kept for a flow that has shown no frame yet: the largest frame in segments of an ordinary path.
const PENDING_SEGMENTS: usize = 16_384;

/// Runs of garbage kept for a flow that has shown no frame yet.
const PENDING_GARBAGE: usize = 16;

/// A transport flow: its two streams, and the association once a frame was seen.
pub(super) struct Flow {
    ends: [SocketAddr; 2],
    /// Which end sent the first SYN.
    syn: Option<usize>,
    first: At,
    splitters: [Splitter; 2],
    pending: [Vec<Segment>; 2],
    gaps: [Vec<(u64, u64, bool, At)>; 2],
    garbage: [Vec<Garbage>; 2],
    association: Option<(usize, usize)>,
    fin: [bool; 2],
    rst: bool,
    /// Whether the first octets of a side may be missing, until its first frame was seen.
    late: [bool; 2],
}

/// Octets before the first frame that are none.
struct Garbage {
    offset: u64,
    length: u64,
    head: Bytes,
    /// Whether the capture explains them.
    innocent: bool,
    at: At,
}

impl Flow {
    /// Client and server were taken for each other.
    pub(super) fn swap_roles(&mut self) {
        if let Some((_, client)) = &mut self.association {
            *client = 1 - *client;
        }
    }

    /// The side that sends in a direction, once the client's side is known.
    pub(super) fn side_of(&self, direction: Direction) -> Option<usize> {
        let (_, client) = self.association?;
        Some(if direction == Direction::C2s { client } else { 1 - client })
    }

    /// Direction of a side, once the client's side is known.
    const fn direction(client: usize, side: usize) -> Direction {
        if side == client { Direction::C2s } else { Direction::S2c }
    }
}

impl Engine {
    pub(super) fn event(&mut self, event: NetEvent) {
        match event {
            NetEvent::Open { flow, ends, syn, at } => self.open(flow, ends, syn, at),
            NetEvent::Data { flow, side, offset, from_start, bytes, file_offset, origin, at } => {
                if offset == 0 && !from_start {
                    self.begin_late(flow, side);
                }
                let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                let input = u16::try_from(self.store.packet_place(origin).0.saturating_sub(1)).unwrap_or(u16::MAX);
                self.data(flow, side, Segment { offset, file_offset, length, input }, bytes, at);
            }
            NetEvent::Gap { flow, side, offset, length, snaplen, at } => self.gap(flow, side, Gap { offset, length, snaplen }, at),
            NetEvent::Conflict { flow, side, offset, length, kept, other, probe, at } => {
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
        }
    }

    fn open(&mut self, id: FlowId, ends: [SocketAddr; 2], syn: Option<usize>, at: At) {
        let splitter = || Splitter::new(&self.options.limits, syn.is_some());
        let flow = Flow {
            ends,
            syn,
            first: at,
            splitters: [splitter(), splitter()],
            pending: [Vec::new(), Vec::new()],
            gaps: [Vec::new(), Vec::new()],
            garbage: [Vec::new(), Vec::new()],
            association: None,
            fin: [false; 2],
            rst: false,
            late: [false; 2],
        };
        self.flows.insert(id, flow);
    }

    /// What a side sent first may not have been captured.
    fn begin_late(&mut self, id: FlowId, side: usize) {
        if let Some(flow) = self.flows.get_mut(&id) {
            flow.late[side] = true;
            flow.splitters[side] = Splitter::new(&self.options.limits, false);
        }
    }

    /// The first frame of a side whose first octets may be missing: only a HELLO shows that nothing is.
    fn settle_start(&mut self, id: FlowId, side: usize, index: usize, direction: Direction, header: &Header) {
        let late = self.flows.get_mut(&id).is_some_and(|flow| std::mem::take(&mut flow.late[side]));
        if let Some(assoc) = self.associations.get_mut(index).filter(|assoc| late && !assoc.state.evidence.late && !is_any_hello(header)) {
            assoc.state.lost(direction);
        }
    }

    fn data(&mut self, id: FlowId, side: usize, segment: Segment, bytes: Bytes, at: At) {
        let readable = self.options.index && segment.file_offset != u64::MAX;
        let Some(flow) = self.flows.get_mut(&id) else { return };
        flow.splitters[side].push(segment.offset, bytes, mark(at));
        match flow.association {
            Some((index, client)) => {
                let Some(assoc) = self.associations.get_mut(index) else { return };
                assoc.note_time(at.time);
                let direction = Flow::direction(client, side);
                assoc.state.evidence.seen[direction.index()] = true;
                if readable {
                    self.store.segments.push(assoc.stream(direction), segment);
                }
            }
            None if readable => {
                let needed = flow.splitters[side].start();
                let pending = &mut flow.pending[side];
                let gone = pending.partition_point(|segment| segment.offset + u64::from(segment.length) <= needed);
                pending.drain(..gone.max(pending.len().saturating_sub(PENDING_SEGMENTS)));
                pending.push(segment);
            }
            None => {}
        }
        self.pieces(id, side);
    }

    fn gap(&mut self, id: FlowId, side: usize, gap: Gap, at: At) {
        let Gap { offset, length, snaplen } = gap;
        let Some(flow) = self.flows.get_mut(&id) else { return };
        flow.splitters[side].gap(offset, length, mark(at));
        match flow.association {
            None => flow.gaps[side].push((offset, length, snaplen, at)),
            Some((index, client)) => {
                if let Some(assoc) = self.associations.get_mut(index) {
                    assoc.note_gap(Flow::direction(client, side), gap, self.options.limits.gaps);
                }
                self.stream_fact(id, side, offset, at, StreamFact::Gap { length, snaplen });
            }
        }
        self.pieces(id, side);
    }

    fn fin(&mut self, id: FlowId, side: usize, at: At) {
        if let Some(flow) = self.flows.get_mut(&id) {
            flow.fin[side] = true;
            flow.splitters[side].finish(mark(at));
        }
        self.pieces(id, side);
        self.note_end(id, side, at, false);
    }

    /// A side of the transport is over.
    fn note_end(&mut self, id: FlowId, side: usize, at: At, reset: bool) {
        let Some((index, client)) = self.flows.get(&id).and_then(|flow| flow.association) else { return };
        if let Some(assoc) = self.associations.get_mut(index) {
            assoc.state.ledger.ends(Flow::direction(client, side), at.time, reset);
        }
    }

    fn close(&mut self, id: FlowId, why: CloseReason, at: At) {
        for side in [0, 1] {
            if let Some(flow) = self.flows.get_mut(&id) {
                flow.splitters[side].finish(mark(at));
            }
            self.pieces(id, side);
        }
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

    /// Takes what a splitter found.
    fn pieces(&mut self, id: FlowId, side: usize) {
        while let Some(piece) = self.flows.get_mut(&id).and_then(|flow| flow.splitters[side].poll()) {
            match piece {
                Piece::Frame { offset, octets, header, complete, crc_ok, mark } => {
                    if let Some((index, client)) = self.association_of(id, side, &header) {
                        let direction = Flow::direction(client, side);
                        self.settle_start(id, side, index, direction, &header);
                        self.frame(index, direction, &super::frame::Raw { offset, octets, header, complete, crc_ok, mark });
                    }
                }
                Piece::Garbage { offset, length, head, resynced, after_gap, at_start, between, mark } => {
                    let (innocent, at) = (after_gap || at_start, At { packet: mark.packet, time: mark.time });
                    if let Some(flow) = self.flows.get_mut(&id).filter(|flow| flow.association.is_none()) {
                        if flow.garbage[side].len() < PENDING_GARBAGE {
                            flow.garbage[side].push(Garbage { offset, length, head, innocent, at });
                        }
                        continue;
                    }
                    self.garbage(id, side, !innocent);
                    let fact = StreamFact::Garbage { length, head: &head, resynced, between, innocent };
                    self.stream_fact(id, side, offset, at, fact);
                }
                Piece::Truncated { offset, have, need, mark } => {
                    let end = self.flows.get(&id).map_or(End::CaptureEnd, |flow| transport_end(flow, side));
                    let at = At { packet: mark.packet, time: mark.time };
                    self.stream_fact(id, side, offset, at, StreamFact::Truncated { have, need, end });
                }
            }
        }
        self.distrust(id, side);
    }

    /// While no frame is found in the octets of a direction, nothing rests on what it did not say.
    fn distrust(&mut self, id: FlowId, side: usize) {
        let uncertain = self.flows.get(&id).filter(|flow| !flow.splitters[side].is_certain());
        let Some((index, client)) = uncertain.and_then(|flow| flow.association) else { return };
        if let Some(assoc) = self.associations.get_mut(index) {
            assoc.state.doubt(Flow::direction(client, side));
        }
    }

    /// Octets of unknown meaning passed: sequence numbers of that direction may jump.
    fn garbage(&mut self, id: FlowId, side: usize, strange: bool) {
        let found = self.flows.get(&id).and_then(|flow| flow.association);
        let Some((index, client)) = found else { return };
        let direction = Flow::direction(client, side);
        let Some(assoc) = self.associations.get_mut(index) else { return };
        if strange {
            assoc.state.doubt(direction);
            assoc.gap_since[direction.index()] = true;
        } else if assoc.frames[direction.index()] > 0 {
            assoc.state.lost(direction);
        }
    }

    fn stream_fact(&mut self, id: FlowId, side: usize, offset: u64, at: At, fact: StreamFact<'_>) {
        let found = self.flows.get(&id).and_then(|flow| flow.association);
        let Some((index, client)) = found else { return };
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let direction = Flow::direction(client, side);
        let subject = Subject {
            association: Some(assoc.id),
            direction: Some(direction),
            stream_offset: Some(offset),
            time: at.time,
            generation: assoc.state.generation(),
            ..Subject::default()
        };
        let context = StreamCtx { association: assoc.ctx(&self.store), direction, offset, packet: at.packet, time: at.time, fact };
        let found = self.judges.stream(&context, subject);
        self.recorder.store(found, &mut self.store, Some(assoc));
    }

    /// The association of a flow; its first frame makes it and settles the roles.
    fn association_of(&mut self, id: FlowId, side: usize, header: &Header) -> Option<(usize, usize)> {
        let flow = self.flows.get(&id)?;
        if flow.association.is_some() {
            return flow.association;
        }
        if self.associations.len() >= self.options.limits.associations {
            self.refused += 1;
            return None;
        }
        let client = client_side(flow, side, header);
        let index = self.begin_association(id, client, is_hello(header) && side == client);
        if let Some(flow) = self.flows.get_mut(&id) {
            flow.association = Some((index, client));
        }
        self.settle_pending(id, index, client);
        Some((index, client))
    }

    fn begin_association(&mut self, id: FlowId, client: usize, from_start: bool) -> usize {
        let index = self.associations.len();
        let association = AssociationId::from_index(index);
        let streams = Direction::BOTH
            .map(|direction| StreamId::from_index(self.store.streams.push(StreamRow { association, direction, quic_stream: None })));
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        let (ends, first) = match self.flows.get(&id) {
            Some(flow) => ([flow.ends[client], flow.ends[1 - client]], flow.first),
            None => ([nowhere; 2], At { packet: PacketId(0), time: Timestamp(0) }),
        };
        let origin = Origin {
            flow: id,
            first_packet: first.packet,
            first_time: first.time,
            ends,
            streams,
            start: if from_start { Start::Handshake } else { Start::MidStream },
        };
        let state = Association::new(self.options.generation, !from_start, &self.options.limits);
        let assoc = Assoc::new(association, origin, state);
        let row: AssociationRow = assoc.row();
        self.store.associations.push(row);
        self.associations.push(assoc);
        index
    }

    /// What was seen of the flow before it was known to carry N-PAMP.
    fn settle_pending(&mut self, id: FlowId, index: usize, client: usize) {
        for side in [0, 1] {
            let Some(flow) = self.flows.get_mut(&id) else { return };
            let (segments, gaps) = (std::mem::take(&mut flow.pending[side]), std::mem::take(&mut flow.gaps[side]));
            let garbage = std::mem::take(&mut flow.garbage[side]);
            let direction = Flow::direction(client, side);
            if let Some(assoc) = self.associations.get_mut(index) {
                assoc.state.evidence.seen[direction.index()] |= flow.splitters[side].synced() || !segments.is_empty();
                for segment in segments {
                    self.store.segments.push(assoc.stream(direction), segment);
                }
                for (offset, length, snaplen, _) in &gaps {
                    let gap = Gap { offset: *offset, length: *length, snaplen: *snaplen };
                    assoc.note_gap(direction, gap, self.options.limits.gaps);
                }
            }
            for (offset, length, snaplen, at) in gaps {
                self.stream_fact(id, side, offset, at, StreamFact::Gap { length, snaplen });
            }
            for Garbage { offset, length, head, innocent, at } in garbage {
                self.stream_fact(
                    id,
                    side,
                    offset,
                    at,
                    StreamFact::Garbage { length, head: &head, resynced: true, between: false, innocent },
                );
            }
        }
    }
}

const fn mark(at: At) -> Mark {
    Mark { packet: at.packet, time: at.time }
}

const fn is_hello(header: &Header) -> bool {
    matches!(header.channel, Channel::CONTROL) && matches!(header.frame_type, FrameType::CLIENT_HELLO) && !header.has(flag::ENC)
}

const fn is_any_hello(header: &Header) -> bool {
    let hello = matches!(header.frame_type, FrameType::CLIENT_HELLO | FrameType::SERVER_HELLO);
    matches!(header.channel, Channel::CONTROL) && hello && !header.has(flag::ENC)
}

/// Which side is the client: by handshake role, else by SYN, else by the first packet.
fn client_side(flow: &Flow, side: usize, header: &Header) -> usize {
    let control = header.channel == Channel::CONTROL;
    match header.frame_type {
        FrameType::CLIENT_HELLO if control && !header.has(flag::ENC) => side,
        FrameType::SERVER_HELLO if control && !header.has(flag::ENC) => 1 - side,
        FrameType::SERVER_AUTH if control => 1 - side,
        FrameType::CLIENT_AUTH if control => side,
        _ => flow.syn.unwrap_or(0),
    }
}

fn transport_end(flow: &Flow, side: usize) -> End {
    if flow.fin[side] {
        End::Fin
    } else if flow.rst {
        End::Rst
    } else {
        End::CaptureEnd
    }
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

//! How an association begins: roles, rows, and what was seen before it was known to be one.

use std::net::SocketAddr;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, FlowId, PacketId, StreamId};
use crate::base::time::Timestamp;
use crate::net::At;
use crate::npamp::header::{Header, flag};
use crate::rules::context::StreamFact;
use crate::session::association::Association;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::row::{AssociationRow, Gap, Start, StreamRow};

use super::Engine;
use super::assoc::{Assoc, Origin};
use super::flow::{Carried, Flow};
use super::run::Garbage;

impl Engine {
    /// The association of a run, its direction and its stream there; the first frame of a flow makes it and settles the roles.
    pub(super) fn association_of(&mut self, id: FlowId, run: usize, header: &Header) -> Option<(usize, Direction, StreamId)> {
        let flow = self.flows.get(&id)?;
        if flow.association.is_none() {
            if !self.associations.has_room(&self.options.limits) {
                self.refused += 1;
                return None;
            }
            let side = flow.runs.get(run)?.side;
            let client = client_side(flow, side, header);
            let from_start = flow.is_from_start().unwrap_or_else(|| is_hello(header) && side == client);
            self.begin_association(id, client, from_start);
        }
        let flow = self.flows.get(&id)?;
        let (index, client) = flow.association?;
        let run = flow.runs.get(run)?;
        Some((index, run.direction(client), run.stream?))
    }

    /// Begins the association of a flow.
    pub(super) fn begin_association(&mut self, id: FlowId, client: usize, from_start: bool) -> usize {
        let index = self.associations.len();
        let association = AssociationId::from_index(index);
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
            streams: Vec::new(),
            start: if from_start { Start::Handshake } else { Start::MidStream },
        };
        let mut state = Association::new(self.options.generation, !from_start, &self.options.limits);
        if let Some(Carried::Quic(streams)) = self.flows.get(&id).map(|flow| &flow.carried) {
            state.has_streams();
            state.evidence.disordered = streams.disordered;
            state.evidence.pending = streams.uncertain;
        }
        let mut assoc = Assoc::new(association, origin, state);
        if let Some(facts) = self.flows.get(&id).and_then(Flow::facts) {
            assoc.hear(facts, self.flows.get(&id).and_then(Flow::transport_client).is_none_or(|theirs| theirs == client));
        }
        let row: AssociationRow = assoc.row();
        self.store.associations.push(row);
        self.associations.push(assoc);
        if let Some(flow) = self.flows.get_mut(&id) {
            flow.association = Some((index, client));
            if matches!(flow.carried, Carried::Perhaps(_)) {
                flow.carried = Carried::Plain;
            }
        }
        for direction in Direction::BOTH {
            self.begin_streams(id, index, direction);
        }
        self.settle_pending(id, index, client);
        index
    }

    /// Makes the rows of the runs of a direction.
    pub(super) fn begin_streams(&mut self, id: FlowId, index: usize, direction: Direction) {
        let (Some(flow), Some(assoc)) = (self.flows.get_mut(&id), self.associations.get_mut(index)) else { return };
        let Some((_, client)) = flow.association else { return };
        for run in flow.runs.iter_mut().filter(|run| run.stream.is_none() && run.direction(client) == direction) {
            let row = StreamRow { association: assoc.id, direction, quic_stream: run.quic_stream, datagrams: run.datagram.is_some() };
            let stream = StreamId::from_index(self.store.streams.push(row));
            run.stream = Some(stream);
            assoc.origin.streams.push(stream);
        }
    }

    /// What was seen of the flow before it was known to carry N-PAMP.
    fn settle_pending(&mut self, id: FlowId, index: usize, client: usize) {
        let runs = self.flows.get(&id).map_or(0, |flow| flow.runs.len());
        for at in 0..runs {
            let Some(flow) = self.flows.get_mut(&id) else { return };
            let Some(run) = flow.runs.get_mut(at) else { return };
            let direction = run.direction(client);
            let (pending, gaps) = (std::mem::take(&mut run.pending), std::mem::take(&mut run.gaps));
            let garbage = std::mem::take(&mut run.garbage);
            let seen = run.splitter.synced() || !pending.is_empty();
            for located in pending {
                flow.locate(at, located, &mut self.store);
            }
            if let Some(assoc) = self.associations.get_mut(index) {
                if seen {
                    assoc.state.evidence.heard(direction);
                }
                for (offset, length, snaplen, _) in &gaps {
                    let gap = Gap { offset: *offset, length: *length, snaplen: *snaplen };
                    assoc.note_gap(direction, gap, self.options.limits.gaps);
                }
            }
            for (offset, length, snaplen, when) in gaps {
                self.stream_fact(id, at, offset, when, StreamFact::Gap { length, snaplen });
            }
            for Garbage { offset, length, head, innocent, at: when } in garbage {
                let fact = StreamFact::Garbage { length, head: &head, resynced: true, between: false, innocent };
                self.stream_fact(id, at, offset, when, fact);
            }
        }
    }
}

const fn is_hello(header: &Header) -> bool {
    matches!(header.channel, Channel::CONTROL) && matches!(header.frame_type, FrameType::CLIENT_HELLO) && !header.has(flag::ENC)
}

/// Which side is the client: by handshake role, else by who is the client of the transport, else by the first packet.
fn client_side(flow: &Flow, side: usize, header: &Header) -> usize {
    let control = header.channel == Channel::CONTROL;
    match header.frame_type {
        FrameType::CLIENT_HELLO if control && !header.has(flag::ENC) => side,
        FrameType::SERVER_HELLO if control && !header.has(flag::ENC) => 1 - side,
        FrameType::SERVER_AUTH if control => 1 - side,
        FrameType::CLIENT_AUTH if control => side,
        _ => flow.transport_client().unwrap_or(0),
    }
}

//! QUIC connections to runs of octets: one a stream and direction, and one a direction for datagrams.

use bytes::Bytes;

use crate::base::direction::Direction;
use crate::base::id::FlowId;
use crate::carrier::event::Unit;
use crate::carrier::facts::{Choice, Closed, Early, Facts};
use crate::carrier::quic::{self, QuicEnd, QuicEvent, QuicFact, StreamRun};
use crate::carrier::suite::CipherSuite;
use crate::net::At;
use crate::npamp::splitter::Splitter;
use crate::rules::context::StreamFact;
use crate::store::row::{End, Gap};

use super::Engine;
use super::decode_as::Layer;
use super::flow::{Carried, Flow};
use super::queue::Patience;
use super::run::{Chunk, Located, Run};
use super::streams::Streams;

/// Error codes that carry an alert of TLS [RFC 9001 §4.8].
const ALERTS: std::ops::RangeInclusive<u64> = 0x0100..=0x01ff;
/// TLS 1.3, the only version under QUIC.
const TLS13: u16 = 0x0304;

impl Engine {
    /// Takes what QUIC connections yielded.
    pub(super) fn drain_quic(&mut self) -> bool {
        let mut some = false;
        while let Some((connection, event)) = self.quic.poll() {
            some = true;
            if let QuicEvent::Open { ends, late, at } = event {
                let id = self.net.reserve_flow();
                self.connections.insert(connection, id);
                self.flows.insert(id, Flow::over_quic(ends, at, Streams::new(connection, late)));
            } else if let Some(id) = self.connections.get(&connection).copied() {
                self.quic_event(id, event);
            }
        }
        some
    }

    /// Brings the counts of packets up to date.
    pub(super) fn count_packets(&mut self) {
        for index in 0..self.associations.len() {
            let Some(id) = self.associations.get(index).map(|assoc| assoc.origin.flow) else { continue };
            let Some(Flow { carried: Carried::Quic(streams), .. }) = self.flows.get_mut(&id) else { continue };
            if let Some(shapes) = self.quic.shape(streams.connection) {
                streams.count(shapes);
            }
        }
    }

    /// Whether octets of a side of a flow are missing that may still come.
    pub(super) fn waits(&self, id: FlowId, side: usize) -> bool {
        match self.flows.get(&id).map(|flow| &flow.carried) {
            Some(Carried::Quic(streams)) => streams.disordered || self.quic.waits(streams.connection, side),
            _ => self.net.waits(id, side),
        }
    }

    fn quic_event(&mut self, id: FlowId, event: QuicEvent) {
        match event {
            QuicEvent::Data { run, offset, bytes, unit, at } => {
                self.is_open(id, run.side);
                let located = self.locate_packet(&bytes, offset, unit);
                let run = self.run_of_stream(id, run, false);
                self.run_data(id, run, Chunk { offset, bytes, number: unit.number, located, at });
            }
            QuicEvent::Gap { run, offset, length, snaplen, at } => {
                let run = self.run_of_stream(id, run, false);
                self.gap(id, run, (Gap { offset, length, snaplen }, true), at);
            }
            QuicEvent::Late { run, .. } => {
                self.run_of_stream(id, run, true);
            }
            QuicEvent::Conflict { run, offset, length, kept, other, at } => {
                let run = self.run_of_stream(id, run, false);
                self.stream_fact(id, run, offset, at, StreamFact::Conflict { length, kept: &kept, other: &other, probe: false });
            }
            QuicEvent::Fin { run, at, .. } => self.stream_over(id, run, End::Fin, at),
            QuicEvent::Reset { run, at, .. } => self.stream_over(id, run, End::Rst, at),
            QuicEvent::Datagram { side, bytes, unit, at } => self.quic_datagram(id, side, &bytes, unit, at),
            QuicEvent::Closed { why, shape, at } => self.quic_closed(id, why, shape, at),
            QuicEvent::Key { seal, .. } => {
                if let Some(streams) = self.streams(id) {
                    streams.seals.push(*seal);
                }
            }
            QuicEvent::Fact { fact, at } => {
                self.quic_fact(id, fact, at);
                self.hear_quic(id);
            }
            event => {
                if let Some(streams) = self.streams(id) {
                    learn(&mut streams.facts, event);
                }
                self.hear_quic(id);
            }
        }
    }

    fn streams(&mut self, id: FlowId) -> Option<&mut Streams> {
        match &mut self.flows.get_mut(&id)?.carried {
            Carried::Quic(streams) => Some(streams),
            _ => None,
        }
    }

    /// The run of a stream and direction, begun when it is new.
    fn run_of_stream(&mut self, id: FlowId, run: StreamRun, late: bool) -> usize {
        let splitter = Splitter::new(&self.options.limits, !late);
        let new = Run { late, ..Run::new(run.side, Some(run.stream), splitter) };
        let Some(streams) = self.streams(id) else { return usize::MAX };
        if let Some(known) = streams.runs.get(&run) {
            return *known;
        }
        let free = streams.free.pop();
        let at = self.place_run(id, free, new);
        if let Some(streams) = self.streams(id) {
            streams.runs.insert(run, at);
        }
        at
    }

    /// Adds a run, in the place of one that is over if there is one, with a row of its own once there is an association.
    fn place_run(&mut self, id: FlowId, free: Option<usize>, run: Run) -> usize {
        let Some(flow) = self.flows.get_mut(&id) else { return usize::MAX };
        let at = free.unwrap_or(flow.runs.len());
        let association = flow.association.map(|(index, client)| (index, run.direction(client)));
        match flow.runs.get_mut(at) {
            Some(place) => *place = run,
            None => flow.runs.push(run),
        }
        if let Some((index, direction)) = association {
            self.begin_streams(id, index, direction);
        }
        at
    }

    fn stream_over(&mut self, id: FlowId, stream: StreamRun, end: End, at: At) {
        let Some(run) = self.streams(id).and_then(|streams| streams.runs.remove(&stream)) else { return };
        let Some(flow) = self.flows.get_mut(&id) else { return };
        if let Some(run) = flow.runs.get_mut(run) {
            run.over = Some(end);
        }
        let bound = flow.association.is_some();
        self.run_over(id, run, at);
        if let Some(streams) = self.streams(id).filter(|_| bound) {
            streams.free.push(run);
        }
    }

    /// Takes a datagram: frames do not reach from one to the next.
    fn quic_datagram(&mut self, id: FlowId, side: usize, bytes: &Bytes, unit: quic::Unit, at: At) {
        self.is_open(id, side);
        let Some(known) = self.streams(id).and_then(|streams| streams.datagrams.get(side).copied()) else { return };
        let (run, offset) = known.unwrap_or_else(|| {
            let run = Run { datagram: Some((0, Bytes::new())), ..Run::new(side, None, Splitter::new(&self.options.limits, true)) };
            (self.place_run(id, None, run), 0)
        });
        let end = offset.saturating_add(bytes.len() as u64);
        if let Some(place) = self.streams(id).and_then(|streams| streams.datagrams.get_mut(side)) {
            *place = Some((run, end));
        }
        if let Some(run) = self.flows.get_mut(&id).and_then(|flow| flow.runs.get_mut(run)) {
            run.splitter = Splitter::starting_at(&self.options.limits, offset);
            run.datagram = Some((offset, bytes.clone()));
            run.framed = false;
        }
        let located = self.locate_packet(bytes, offset, unit);
        self.run_data(id, run, Chunk { offset, bytes: bytes.clone(), number: unit.number, located, at });
        self.run_over(id, run, at);
        if self.flows.get(&id).and_then(|flow| flow.runs.get(run)).is_some_and(|run| !run.framed) {
            self.stream_fact(id, run, offset, at, StreamFact::Datagram { octets: bytes });
        }
    }

    fn quic_closed(&mut self, id: FlowId, why: QuicEnd, shape: [quic::Shape; 2], at: At) {
        let (end, side) = ending(why);
        if let Some(flow) = self.flows.get_mut(&id) {
            (flow.fin, flow.rst) = ([end == End::Fin; 2], end == End::Rst);
        }
        let runs = self.flows.get(&id).map_or(0, |flow| flow.runs.len());
        for run in 0..runs {
            self.run_over(id, run, at);
        }
        if let Some((index, _)) = self.flows.get(&id).and_then(|flow| flow.association) {
            self.release(index, Patience::Over);
        }
        if let Some(streams) = self.streams(id) {
            streams.count(shape);
            learn(&mut streams.facts, QuicEvent::Closed { why, shape, at });
        }
        self.hear_quic(id);
        self.begin_refused(id);
        if let Some(side) = side {
            self.note_end(id, side, at, end == End::Rst);
        }
        let Some(flow) = self.flows.remove(&id) else { return };
        if let Carried::Quic(streams) = &flow.carried {
            self.connections.remove(&streams.connection);
        }
        if let Some((index, _)) = flow.association {
            self.end(index, end);
        }
    }

    fn quic_fact(&mut self, id: FlowId, fact: QuicFact, at: At) {
        let index = self.flows.get(&id).and_then(|flow| flow.association).map(|(index, _)| index);
        let Some(streams) = self.streams(id) else { return };
        let facts = &mut streams.facts;
        match fact {
            QuicFact::KeysUpdated { side, .. } => facts.updates[side] = facts.updates[side].saturating_add(1),
            QuicFact::KeyMissing { side } => facts.closed[side] = Some(Closed::KeyMissing),
            QuicFact::KeyWrong { side } => facts.closed[side] = Some(Closed::KeyWrong),
            QuicFact::Migrated { side, deliberate, .. } => {
                facts.quic.moves[side] = facts.quic.moves[side].saturating_add(1);
                if let Some(assoc) = index.and_then(|index| self.associations.get_mut(index)) {
                    assoc.state.moves.moved(Direction::from_index(side), at.time, deliberate);
                }
            }
            QuicFact::Disordered => {
                streams.disordered = true;
                if let Some(assoc) = index.and_then(|index| self.associations.get_mut(index)) {
                    assoc.state.evidence.disordered = true;
                }
            }
            QuicFact::Uncertain { side, some } => {
                streams.uncertain[side] = some;
                if let Some(assoc) = index.and_then(|index| self.associations.get_mut(index)) {
                    assoc.state.evidence.unsettled(Direction::from_index(side), some);
                }
            }
            QuicFact::Lost { side, packets } => {
                facts.quic.lost[side] = facts.quic.lost[side].saturating_add(packets);
                if let Some(assoc) = index.and_then(|index| self.associations.get_mut(index)) {
                    assoc.state.lost(Direction::from_index(side));
                }
            }
            QuicFact::Retried => facts.quic.retried = true,
            QuicFact::RetryRefused => facts.quic.forged_retries = facts.quic.forged_retries.saturating_add(1),
            QuicFact::VersionsNegotiated => facts.quic.negotiated = true,
            QuicFact::Upgraded { to } => facts.quic.version = Some(to.code()),
        }
    }

    /// Packets of a side open.
    fn is_open(&mut self, id: FlowId, side: usize) {
        let closed = self.streams(id).and_then(|streams| streams.facts.closed.get_mut(side)?.take());
        if closed.is_some() {
            self.hear_quic(id);
        }
    }

    /// Passes on what is known of the connection; one that stays closed has an association without frames.
    fn hear_quic(&mut self, id: FlowId) {
        let Some(Flow { carried: Carried::Quic(streams), association, ends, .. }) = self.flows.get(&id) else { return };
        match association {
            Some((index, client)) => {
                if let Some(assoc) = self.associations.get_mut(*index) {
                    assoc.hear(&streams.facts, *client == 0);
                }
            }
            None if streams.facts.reason().is_some()
                && (streams.facts.is_meant() || self.options.decode_as.of(*ends) == Some(Layer::Quic)) =>
            {
                self.begin_closed(id);
            }
            None => {}
        }
    }

    /// Where octets of an opened packet lie; `None` when they cannot be read back.
    fn locate_packet(&self, bytes: &Bytes, offset: u64, unit: quic::Unit) -> Option<Located> {
        let quic::Unit { place, sealed, skip, key, number, origin, .. } = unit;
        let readable = self.options.index && place != u64::MAX;
        let length = u16::try_from(bytes.len()).ok().filter(|_| readable)?;
        let input = self.input_of(origin);
        Some(Located::Sealed { offset, length, unit: Unit { place, sealed, skip, key, number }, input })
    }
}

/// What hello messages say.
fn learn(facts: &mut Facts, event: QuicEvent) {
    match event {
        QuicEvent::Named { random, version } => {
            facts.random = Some(random.into());
            facts.quic.version = Some(version.code());
        }
        QuicEvent::Offered { alpn, early, .. } => {
            facts.hello = true;
            facts.alpn_offered = alpn.into_iter().map(Vec::into_boxed_slice).collect();
            facts.early = if early { Early::Offered } else { Early::None };
        }
        QuicEvent::Ciphered { suite, .. } => {
            facts.suite = Some(CipherSuite(suite));
            facts.version = Some(TLS13);
        }
        QuicEvent::Chosen { alpn, early, .. } => {
            facts.alpn = alpn.map_or(Choice::Nothing, |name| Choice::Protocol(name.into_boxed_slice()));
            if facts.early == Early::Offered {
                facts.early = if early { Early::Accepted } else { Early::Refused };
            }
        }
        QuicEvent::Closed { why: QuicEnd::Close { side, code, application: false }, .. } if ALERTS.contains(&code) => {
            facts.alerts[side] = u8::try_from(code & 0xff).ok();
        }
        _ => {}
    }
}

/// How an association ends, and who ended it.
const fn ending(why: QuicEnd) -> (End, Option<usize>) {
    match why {
        QuicEnd::Close { side, code: 0, .. } => (End::Fin, Some(side)),
        QuicEnd::Close { side, .. } | QuicEnd::StatelessReset { side } => (End::Rst, Some(side)),
        QuicEnd::Evicted | QuicEnd::CaptureEnd => (End::CaptureEnd, None),
    }
}

//! What carries a flow: found out by content, then every octet goes through it.

use bytes::Bytes;

use crate::base::id::FlowId;
use crate::carrier::event::{Event, Run as CarrierRun};
use crate::carrier::tls::{Env, Probe, Tls, probe};
use crate::net::{At, CloseReason};
use crate::store::row::Gap;
use crate::store::segments::Segment;

use super::Engine;
use super::flow::{Carried, Flow, Held};
use super::outer::Outer;
use super::run::{Chunk, Located, Run};

impl Engine {
    /// Takes octets of a side of a TCP connection.
    pub(super) fn octets(&mut self, id: FlowId, side: usize, segment: Segment, bytes: Bytes, at: At) {
        let Some(flow) = self.flows.get(&id) else { return };
        match flow.carried {
            Carried::Plain => self.plain(id, side, segment, bytes, at),
            Carried::Foreign | Carried::Quic(_) => {}
            Carried::Tls(_) => self.sealed(id, side, segment, bytes, at),
            Carried::Perhaps(_) => {
                self.sealed(id, side, segment, bytes.clone(), at);
                if self.is_plain(id) {
                    self.plain(id, side, segment, bytes, at);
                }
            }
            Carried::Unknown(_) => self.first_octets(id, Held { side, segment, bytes, at }),
        }
    }

    /// Octets of a side of a TCP connection are missing.
    pub(super) fn hole(&mut self, id: FlowId, side: usize, gap: Gap, at: At) {
        if self.flows.get(&id).is_some_and(|flow| matches!(flow.carried, Carried::Unknown(_))) {
            self.settle_carrier(id, false, true);
        }
        let Some(flow) = self.flows.get_mut(&id) else { return };
        if let Some(outer) = flow.outer() {
            let mut env = Env { keys: &self.keys, budget: &mut self.budget };
            outer.tls.gap(side, gap.offset, gap.length, gap.snaplen, &mut env);
            self.yielded(id);
        }
        if self.is_plain(id) {
            self.gap(id, side, (gap, true), at);
        }
    }

    /// A side of a TCP connection is over.
    pub(super) fn over(&mut self, id: FlowId, side: usize, at: At) {
        if self.flows.get(&id).is_some_and(|flow| matches!(flow.carried, Carried::Unknown(_))) {
            self.settle_carrier(id, false, false);
        }
        let Some(flow) = self.flows.get_mut(&id) else { return };
        if let Some(outer) = flow.outer() {
            let mut env = Env { keys: &self.keys, budget: &mut self.budget };
            outer.tls.finish(side, &mut env);
            self.yielded(id);
        }
        if !self.awaits_keys(id, side) {
            self.run_over(id, side, at);
        }
    }

    /// Whether records of a side wait for a key that may still come.
    fn awaits_keys(&self, id: FlowId, side: usize) -> bool {
        matches!(self.flows.get(&id).map(|flow| &flow.carried), Some(Carried::Tls(outer)) if outer.tls.waits(side))
    }

    /// Lets new secrets open what waited for them. Connections that ended meanwhile end then.
    pub(super) fn refresh(&mut self) {
        for id in std::mem::take(&mut self.expectant) {
            if let Some(outer) = self.flows.get_mut(&id).and_then(Flow::outer) {
                outer.tls.refresh(&mut Env { keys: &self.keys, budget: &mut self.budget });
                self.yielded(id);
            }
            let Some(flow) = self.flows.get_mut(&id) else { continue };
            let Some((why, at)) = flow.over else { continue };
            if self.awaits_keys(id, 0) || self.awaits_keys(id, 1) {
                self.expectant.push(id);
            } else {
                self.close(id, why, at);
            }
        }
    }

    /// No secret will come any more: connections that ended while records waited end now.
    pub(super) fn let_go(&mut self) {
        for id in std::mem::take(&mut self.expectant) {
            let Some(flow) = self.flows.get_mut(&id) else { continue };
            let over = flow.over;
            if let Some(outer) = flow.outer() {
                outer.tls.let_go(&mut self.budget);
            }
            if let Some((why, at)) = over {
                self.close(id, why, at);
            }
        }
    }

    /// Whether the end of a flow has to wait for secrets.
    pub(super) fn lingers(&mut self, id: FlowId, why: CloseReason, at: At) -> bool {
        let waits = why != CloseReason::End && (self.awaits_keys(id, 0) || self.awaits_keys(id, 1));
        if let Some(flow) = self.flows.get_mut(&id).filter(|_| waits) {
            flow.over = Some((why, at));
        }
        waits
    }

    /// Whether frames of a flow lie in its octets as they are, as far as is known.
    fn is_plain(&self, id: FlowId) -> bool {
        self.flows.get(&id).is_some_and(|flow| matches!(flow.carried, Carried::Plain | Carried::Perhaps(_)))
    }

    /// Looks at the first octets of a flow.
    fn first_octets(&mut self, id: FlowId, held: Held) {
        let side = held.side;
        let Some(Flow { carried: Carried::Unknown(waiting), runs, .. }) = self.flows.get_mut(&id) else { return };
        let late = runs[side].late;
        let verdict = if waiting.is_empty() {
            probe(&held.bytes)
        } else {
            let mine = waiting.iter().filter(|earlier| earlier.side == side);
            let octets: Vec<u8> = mine.flat_map(|earlier| earlier.bytes.iter().copied()).chain(held.bytes.iter().copied()).collect();
            probe(&octets)
        };
        waiting.push(held);
        match verdict {
            Probe::Unsure => {}
            Probe::Hello => self.settle_carrier(id, true, false),
            Probe::No => self.settle_carrier(id, false, late),
        }
    }

    /// What carries a flow is decided: octets that waited for it go their way.
    fn settle_carrier(&mut self, id: FlowId, tls: bool, late: bool) {
        let has_keys = self.keys.tls_connections().next().is_some();
        let limits = &self.options.limits;
        let Some(flow) = self.flows.get_mut(&id) else { return };
        let outer = || Box::new(Outer::new(Tls::new(limits, tls)));
        let carried = match (tls, late && has_keys) {
            (true, _) => {
                flow.begin_again(limits);
                Carried::Tls(outer())
            }
            (false, true) => Carried::Perhaps(outer()),
            (false, false) => Carried::Plain,
        };
        if let Carried::Unknown(waiting) = std::mem::replace(&mut flow.carried, carried) {
            for Held { side, segment, bytes, at } in waiting {
                self.octets(id, side, segment, bytes, at);
            }
        }
    }

    /// Takes octets that are, or may be, records of TLS.
    fn sealed(&mut self, id: FlowId, side: usize, segment: Segment, bytes: Bytes, at: At) {
        let Some(flow) = self.flows.get_mut(&id) else { return };
        if self.options.index && segment.file_offset != u64::MAX {
            flow.locate_below(side, segment, &mut self.store);
        }
        if let Some(outer) = flow.outer() {
            let mut env = Env { keys: &self.keys, budget: &mut self.budget };
            outer.tls.push(side, segment.offset, bytes, at, &mut env);
        }
        if let Some(assoc) = flow.association.and_then(|(index, _)| self.associations.get_mut(index)) {
            assoc.note_time(at.time);
        }
        self.yielded(id);
    }

    /// Takes what the carrier yielded.
    fn yielded(&mut self, id: FlowId) {
        self.settle_doubtful(id);
        while let Some(event) = self.flows.get_mut(&id).and_then(Flow::next_event) {
            match event {
                Event::Data { run, offset, bytes, unit, at } => {
                    let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
                    let located = self.options.index.then_some(Located::Sealed { offset, length, unit, input: 0 });
                    self.run_data(id, run_of(run), Chunk { offset, bytes, number: 0, located, at });
                }
                Event::Gap { run, offset, length, exact, snaplen, at } => {
                    self.gap(id, run_of(run), (Gap { offset, length, snaplen }, exact), at);
                }
                Event::Broken { run } => self.broken(id, run_of(run)),
                Event::Late { run } => self.begin_late(id, run_of(run)),
            }
        }
        self.hear(id);
    }

    /// A flow of unknown beginning shows what it is, or has been tried long enough.
    fn settle_doubtful(&mut self, id: FlowId) {
        let limits = &self.options.limits;
        let Some(flow) = self.flows.get_mut(&id) else { return };
        if let Carried::Perhaps(outer) = &flow.carried {
            let (opened, hopeless) = (outer.tls.has_opened(), outer.tls.is_hopeless());
            if opened {
                flow.begin_again(limits);
                if let Carried::Perhaps(outer) = std::mem::replace(&mut flow.carried, Carried::Plain) {
                    flow.carried = Carried::Tls(outer);
                }
            } else if hopeless || flow.association.is_some() {
                flow.carried = Carried::Plain;
            }
        }
    }

    /// Passes on what the carrier says of the connection.
    fn hear(&mut self, id: FlowId) {
        let Some(flow) = self.flows.get_mut(&id) else { return };
        let Carried::Tls(outer) = &mut flow.carried else { return };
        if outer.tls.is_foreign() {
            flow.carried = Carried::Foreign;
            return;
        }
        if (outer.tls.waits(0) || outer.tls.waits(1)) && !self.expectant.contains(&id) {
            self.expectant.push(id);
        }
        let changed = std::mem::replace(&mut outer.told, outer.tls.changes()) != outer.tls.changes();
        match flow.association {
            None if outer.tls.is_closed() => self.begin_closed(id),
            Some((index, client)) if changed => {
                if let Some(assoc) = self.associations.get_mut(index) {
                    assoc.hear(outer.tls.facts(), outer.tls.client() == Some(client));
                }
            }
            _ => {}
        }
    }

    /// A connection that offers N-PAMP is over before any frame, and nothing that it carried says otherwise: an association without
    /// frames, with its offer and the way it ended.
    pub(super) fn begin_refused(&mut self, id: FlowId) {
        let Some(flow) = self.flows.get(&id).filter(|flow| flow.association.is_none()) else { return };
        let meant = flow.facts().is_some_and(|facts| facts.hello && facts.is_meant());
        if meant && flow.runs.iter().all(Run::is_untouched) {
            self.begin_closed(id);
        }
    }

    /// An association whose carrier stays closed: there is nothing but its hello.
    pub(super) fn begin_closed(&mut self, id: FlowId) {
        if !self.associations.has_room(&self.options.limits) {
            self.refused += 1;
            return;
        }
        let Some(flow) = self.flows.get(&id) else { return };
        let (client, hello) = (flow.transport_client().unwrap_or(0), flow.facts().is_some_and(|facts| facts.hello));
        self.begin_association(id, client, hello);
    }
}

impl Flow {
    fn next_event(&mut self) -> Option<Event> {
        match &mut self.carried {
            Carried::Tls(outer) => outer.tls.poll(),
            _ => None,
        }
    }
}

/// The run of a carrier over TCP.
const fn run_of(run: CarrierRun) -> usize {
    run.side
}

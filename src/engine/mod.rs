//! The table of contents of the program: what enters, in which order the layers see it, what is remembered.

pub mod dissect;
mod assoc;
mod associations;
mod begin;
mod carried;
mod clock;
mod decode_as;
mod effect;
mod exchanges;
mod flow;
mod frame;
mod judge;
mod ledger;
mod message;
mod native;
mod order;
mod outer;
mod pipeline;
mod place;
mod queue;
mod quic;
mod raw;
mod recorder;
mod run;
mod settle;
mod silence;
mod streams;

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::id::FlowId;
use crate::base::input::{Input, Loss, Packet};
use crate::base::limits::Limits;
use crate::base::secret::wipe;
use crate::base::time::Timestamp;
use crate::bridge::mapping::Mappings;
use crate::carrier::keylog::KeyLog;
use crate::carrier::quic::{ConnectionId, Quic};
use crate::carrier::tls::Budget;
use crate::net::Network;
use crate::rules::context::CaptureCtx;
use crate::rules::context::Subject;
use crate::rules::select::Selection;
use crate::spec::generation::Generation;
use crate::store::row::InputRow;
use crate::store::snapshot::{Snapshot, Store};

pub use decode_as::{DecodeAs, Layer};

use assoc::Assoc;
use associations::Associations;
use clock::Clock;
use flow::Flow;
use judge::Judges;
use recorder::Recorder;

/// How an engine works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Every cap.
    pub limits: Limits,
    /// The crypto generation, where the user knows better than the wire.
    pub generation: Option<Generation>,
    /// Which rules run, and how severe they are.
    pub selection: Selection,
    /// What identifiers of carried protocols mean.
    pub mappings: Mappings,
    /// Ports of which the user knows what carries their flows.
    pub decode_as: DecodeAs,
    /// Whether to remember where octets lie, so that frames can be read back.
    pub index: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            generation: None,
            selection: Selection::default(),
            mappings: Mappings::default(),
            decode_as: DecodeAs::default(),
            index: true,
        }
    }
}

/// Dissects, pairs and judges. Deterministic, without I/O and without a clock.
pub struct Engine {
    options: Options,
    net: Network,
    keys: KeyLog,
    /// What is left of the bounds over all carriers.
    budget: Budget,
    flows: FxHashMap<FlowId, Flow>,
    /// Flows with records that wait for a key.
    expectant: Vec<FlowId>,
    quic: Quic,
    /// The flow of each QUIC connection.
    connections: FxHashMap<ConnectionId, FlowId>,
    associations: Associations,
    /// Associations with frames that wait for others.
    holding: BTreeSet<usize>,
    /// Associations with findings that rest on the silence of a peer.
    silent: BTreeSet<usize>,
    judges: Judges,
    recorder: Recorder,
    store: Store,
    plain: Vec<u8>,
    /// About how many octets are held of frames that have not come whole yet.
    partial: usize,
    /// Frames whose payload was not kept.
    passed_over: u64,
    /// Frames of flows for which there was no association left.
    refused: u64,
    /// Parts of fragmented datagrams whose place was forgotten.
    unplaced: u64,
    /// Time of the newest packet.
    now: Timestamp,
    clock: Clock,
    /// The input that is read.
    input: usize,
}

impl Engine {
    /// An engine that has seen nothing.
    pub fn new(options: Options) -> Self {
        Self {
            net: Network::new(&options.limits),
            keys: KeyLog::new(&options.limits),
            budget: Budget::new(&options.limits),
            flows: FxHashMap::default(),
            expectant: Vec::new(),
            quic: Quic::new(&options.limits),
            connections: FxHashMap::default(),
            associations: Associations::default(),
            holding: BTreeSet::new(),
            silent: BTreeSet::new(),
            judges: Judges::new(&options.selection),
            recorder: Recorder::new(&options),
            store: Store {
                symbols: Arc::new(crate::base::symbol::Symbols::new(options.limits.symbols)),
                mappings: options.mappings.clone(),
                ..Store::default()
            },
            plain: Vec::new(),
            partial: 0,
            passed_over: 0,
            refused: 0,
            unplaced: 0,
            now: Timestamp(0),
            clock: Clock::new(),
            input: 0,
            options,
        }
    }

    /// Takes one input. Total: never fails, never blocks, never reads a clock.
    pub fn ingest(&mut self, input: Input) {
        match input {
            Input::Packet(packet) => self.packet(&packet),
            Input::File { name } => self.file(name),
            Input::Turn { input } => self.input = input,
            Input::Secrets(text) => {
                self.keys.push_text(text.expose());
                self.refresh();
                self.clock.wake();
            }
            Input::Loss(loss) => self.loss(loss),
        }
    }

    /// Time has passed up to `now`, as a driver knows it of a line that is quiet: settles what no packet can change any more.
    ///
    /// Packets do the same by their own times, so that it makes no difference whether somebody watched while nothing came, as long
    /// as `now` is not later than the next packet.
    pub fn advance(&mut self, now: Timestamp) {
        self.store.now = self.store.now.max(now);
        while let Some(tick) = self.clock.next(now) {
            self.tick(tick);
        }
    }

    fn tick(&mut self, now: Timestamp) {
        self.net.advance(now);
        self.quic.advance(now, &self.keys);
        if self.drain() | self.release_ripe(now) {
            self.clock.wake();
        }
    }

    /// The capture is over: closes what is open and runs the rules about absence. Doing it twice does nothing more.
    pub fn finish(&mut self) {
        if self.store.finished {
            return;
        }
        while let Some(tick) = self.clock.rest() {
            self.tick(tick);
        }
        self.let_go();
        self.net.finish();
        self.drain();
        self.quic.finish(&self.keys);
        self.drain_quic();
        self.end_remaining();
        self.note_limits();
        self.judge_capture();
        self.store.finished = true;
    }

    /// What is known now.
    pub fn snapshot(&mut self) -> Snapshot {
        self.sync();
        self.store.clone()
    }

    /// What is known in the end: the store itself, without a copy.
    pub fn into_snapshot(mut self) -> Snapshot {
        self.sync();
        wipe(&mut self.plain);
        self.store
    }

    /// Packets taken so far.
    pub const fn packets(&self) -> u64 {
        self.store.packets
    }

    /// Frames and exchanges met so far, those that were let go included.
    pub const fn met(&self) -> (usize, usize) {
        (self.store.frames.len(), self.store.exchanges.len())
    }

    fn packet(&mut self, packet: &Packet) {
        self.advance(packet.time);
        self.clock.wake();
        self.store.packets += 1;
        let inputs = &mut self.store.inputs;
        if inputs.is_empty() {
            inputs.push(InputRow::default());
        }
        if let Some(input) = inputs.get_mut(self.input) {
            self.store.places.note(packet.id, self.input, input.packets);
            input.packets += 1;
        }
        self.now = self.now.max(packet.time);
        self.net.push(packet);
        self.drain();
        self.settle_silence();
    }

    fn file(&mut self, name: String) {
        self.input = self.store.inputs.len();
        self.store.inputs.push(InputRow { name, ..InputRow::default() });
    }

    fn loss(&mut self, loss: Loss) {
        let Some(input) = self.store.inputs.get_mut(self.input) else { return };
        match loss {
            Loss::Drops(cause, count) => input.drops[cause.index()] = input.drops[cause.index()].saturating_add(count),
            Loss::Overwritten(count) => input.overwritten = input.overwritten.saturating_add(count),
            Loss::FileDamaged { offset, detail } => input.damage.push((offset, detail)),
        }
    }

    /// Takes every event there is. Answers whether there was one.
    fn drain(&mut self) -> bool {
        let mut some = false;
        while let Some(event) = self.net.poll() {
            some = true;
            self.event(event);
            self.drain_quic();
        }
        self.drain_quic() || some
    }

    fn sync(&mut self) {
        self.count_packets();
        if self.net.facts().unread.total().saturating_add(self.quic.facts().unread.total()) != self.store.unread_total() {
            self.note_unread();
        }
        for assoc in self.associations.iter_mut() {
            if let Some(flow) = self.flows.get(&assoc.origin.flow) {
                hear(assoc, flow);
            }
            assoc.sync(&mut self.store);
        }
    }

    /// Passes on what the carrier of a flow says in the end.
    fn tell_carrier(&mut self, id: FlowId) {
        let Some(flow) = self.flows.get(&id) else { return };
        if let Some(assoc) = flow.association.and_then(|(index, _)| self.associations.get_mut(index)) {
            hear(assoc, flow);
        }
    }

    /// What ended at a layer that is not read.
    fn note_unread(&mut self) {
        let layers = self.net.facts().unread.iter().chain(self.quic.facts().unread.iter());
        self.store.unread = Arc::new(layers.collect());
    }

    fn note_limits(&mut self) {
        let mut reached: Vec<(&'static str, u64)> = self.net.facts().limits_reached().chain(self.quic.facts().limits_reached()).collect();
        if self.store.symbols.overflowed() {
            reached.push(("symbols", 1));
        }
        let inside = self.associations.reached();
        // Without an index nobody reads rows back: each was judged before it went.
        let rows_missed = |gone: usize| if self.options.index { gone as u64 } else { 0 };
        let counts = [
            ("associations", self.refused),
            ("frame_octets", self.passed_over),
            ("fragment_places", self.unplaced),
            ("open_exchanges", inside.exchanges),
            ("tls_search_total", u64::from(self.budget.is_spent())),
            ("tls_connections", self.budget.untried()),
            ("frames_waiting", inside.waiting),
            ("channels", inside.channels),
            ("tools", inside.tools),
            ("frames", rows_missed(self.store.frames.first())),
            ("exchanges", rows_missed(self.store.exchanges.first())),
        ];
        reached.extend(counts.into_iter().filter(|(_, count)| *count > 0));
        reached.extend(self.recorder.limits());
        self.store.limits_reached = Arc::new(reached);
    }

    fn judge_capture(&mut self) {
        self.sync();
        let found = self.judges.capture(&CaptureCtx { store: &self.store }, Subject::default());
        self.recorder.store(found, &mut self.store, None);
    }
}

fn hear(assoc: &mut Assoc, flow: &Flow) {
    if let (Some(facts), Some((_, client))) = (flow.facts(), flow.association) {
        assoc.hear(facts, flow.transport_client().is_none_or(|theirs| theirs == client));
    }
}

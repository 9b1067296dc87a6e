//! Reads captures into an engine, to the end, and once more when keys came late.
#![expect(clippy::disallowed_methods, reason = "a capture that is told to end after a time is ended by the clock")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::args::{Generation, Judge, Read};
use super::config::{Config, Environment};
use super::error::Error;
use super::keys::Keys;
use super::look_back::LookBack;
use super::maps;
use super::open;
use super::origin::Origin;
use super::output;
use super::reading::Reading;
use crate::base::limits::Limits;
use crate::base::secret::Secret;
use crate::engine::Options;
use crate::scenario::Scenario;
use crate::source::{FileSource, Source};
use crate::spec::generation;
use crate::store::octets::Octets;
use crate::store::snapshot::Snapshot;
use crate::tui::earlier::Around;

/// Rows that an audit keeps of frames and of exchanges.
const AUDIT_ROWS: usize = 1 << 16;
/// Octets for the rows of traffic that never ends: a quarter of a million frames, which busy links bring within ten seconds, after
/// which memory does not grow.
const LIVE_MEMORY: usize = 128 << 20;

/// Octets that a frame takes with its share of everything else: its row, an exchange, where its octets lie, findings.
const FRAME_COST: usize = 384;

/// Octets that an association takes while it goes on.
const ASSOCIATION_COST: usize = 6 << 10;
/// Octets that it takes once it has ended.
const ASSOCIATION_ROW_COST: usize = 512;

/// Tells readings that went back from those that go on.
const EARLIER: u32 = 1 << 31;

/// Everything that reading needs, settled.
pub(super) struct Plan<'a> {
    origin: Origin<'a>,
    keys: Keys,
    most_packets: u64,
    time: Option<Duration>,
    as_it_comes: bool,
    options: Options,
}

impl<'a> Plan<'a> {
    /// Settles what the arguments, the environment and the configuration ask for. Key logs are read here. With `interactive`, what
    /// comes is shown as it comes, and keys may come later.
    pub(super) fn new(read: &'a Read, environment: &Environment, config: &Config, interactive: bool) -> Result<Self, Error> {
        Self::of(Origin::Read(read), &read.judge, environment, config, interactive)
    }

    /// Settles how traffic of any origin is read.
    pub(super) fn of(
        origin: Origin<'a>,
        judge: &Judge,
        environment: &Environment,
        config: &Config,
        interactive: bool,
    ) -> Result<Self, Error> {
        let (generation, selection) = (configured(judge.generation), config.selection(judge)?);
        let mut options = Options { generation, selection, mappings: maps::mappings(&judge.maps, config)?, ..Options::default() };
        for (port, layer) in &judge.decode_as {
            options.decode_as.set(*port, *layer);
        }
        let late = interactive || origin.is_live();
        let wanted = judge.max_memory.map(|octets| usize::try_from(octets).unwrap_or(usize::MAX));
        if let Some(octets) = wanted.or_else(|| origin.is_live().then_some(LIVE_MEMORY)) {
            bound(&mut options.limits, octets);
        }
        if let Some(octets) = wanted {
            bound_associations(&mut options.limits, octets);
        }
        let keys = Keys::read(judge, environment, late)?;
        let mut plan = Self { origin, keys, most_packets: u64::MAX, time: None, as_it_comes: late, options };
        if let Some(until) = plan.origin.until() {
            let (count, time) = (until.count, until.duration);
            plan = plan.until(count, time);
        }
        Ok(plan)
    }

    /// Stops after that many packets and after that time.
    pub(super) fn until(mut self, count: Option<u64>, time: Option<Duration>) -> Self {
        self.as_it_comes |= count.is_some() || time.is_some();
        (self.most_packets, self.time) = (count.unwrap_or(u64::MAX), time);
        self
    }

    /// Keeps findings and the newest rows only: enough for a report, and flat however long the capture is.
    pub(super) const fn findings_only(mut self) -> Self {
        self.options.index = false;
        self.options.limits.frames = AUDIT_ROWS;
        self.options.limits.exchanges = AUDIT_ROWS;
        self
    }

    /// Opens what is to be read, and an engine that knows the secrets.
    pub(super) fn start(self) -> Result<Run, Error> {
        let source = open::source(&self.origin, self.as_it_comes)?;
        Ok(self.start_on(source))
    }

    fn start_on(self, source: Box<dyn Source>) -> Run {
        let reading = Reading::new(source, self.options.clone(), self.keys.texts(), self.most_packets);
        Run {
            reading,
            keys: self.keys,
            options: self.options,
            most_packets: self.most_packets,
            ends: self.time.and_then(|time| Instant::now().checked_add(time)),
            live: self.origin.is_live(),
            watches: self.as_it_comes,
            late: false,
            number: 0,
        }
    }
}

/// Bounds what grows with the traffic: three quarters for rows, one for streams with holes.
fn bound(limits: &mut Limits, octets: usize) {
    let frames = (octets / 4 * 3 / FRAME_COST).max(1024);
    limits.frames = limits.frames.min(frames);
    limits.exchanges = limits.exchanges.min(frames);
    limits.findings = limits.findings.min(frames);
    limits.frames_partial = limits.frames_partial.min(octets / 4);
    limits.reassembly_total = limits.reassembly_total.min(octets / 4);
    limits.reassembly_stream = limits.reassembly_stream.min(octets / 4);
}

/// Bounds associations, of which others are refused: a quarter each for those that go on and for the rows of all.
fn bound_associations(limits: &mut Limits, octets: usize) {
    limits.associations = limits.associations.min((octets / 4 / ASSOCIATION_COST).max(64));
    limits.association_rows = limits.association_rows.min((octets / 4 / ASSOCIATION_ROW_COST).max(1024));
}

/// Makes ready to read made traffic, which no file holds.
pub(super) fn start_on(name: &str, scenario: &Scenario) -> Result<Run, Error> {
    let source: Box<dyn Source> = Box::new(FileSource::of_octets(name, scenario.pcapng(false))?);
    let keys = Keys::of(vec![Secret::new(scenario.keys().into_bytes())]);
    let options = Options { mappings: scenario.mappings(), ..Options::default() };
    let most_packets = u64::MAX;
    let reading = Reading::new(source, options.clone(), keys.texts(), most_packets);
    Ok(Run { reading, keys, options, most_packets, ends: None, live: false, watches: false, late: false, number: 0 })
}

const fn configured(generation: Generation) -> Option<generation::Generation> {
    match generation {
        Generation::Auto => None,
        Generation::Two => Some(generation::Generation::Two),
        Generation::Three => Some(generation::Generation::Three),
    }
}

/// A reading that goes on, and the keys that may still come.
pub(super) struct Run {
    pub(super) reading: Reading,
    keys: Keys,
    options: Options,
    most_packets: u64,
    ends: Option<Instant>,
    live: bool,
    /// Whether key logs are looked at while reading.
    watches: bool,
    /// Secrets came after packets that they may open.
    late: bool,
    /// How often reading has begun anew.
    number: u32,
}

impl Run {
    /// Feeds one batch. False at the end.
    pub(super) fn step(&mut self) -> Result<bool, Error> {
        if self.ends.is_some_and(|ends| Instant::now() >= ends) {
            self.ends = None;
            self.reading.source.stop();
        }
        self.look_for_keys();
        let (keys, late) = (&mut self.keys, &mut self.late);
        self.reading.step(&mut |text, behind| *late |= keys.take(text) && behind)
    }

    /// Takes what the key logs have to say now.
    pub(super) fn look_for_keys(&mut self) {
        if self.watches {
            let news = self.keys.news();
            self.hear(news);
        }
    }

    /// What is wrong with the key logs.
    pub(super) fn troubles(&self) -> &[String] {
        self.keys.troubles()
    }

    /// Whether another reading would open more.
    pub(super) fn wants_another(&mut self) -> bool {
        self.late && self.reading.packets() > 0 && is_sealed(&self.reading.engine.snapshot())
    }

    /// Another reading from the start, with every key known now.
    pub(super) fn another(&mut self) -> Reading {
        self.late = false;
        Reading::new(self.reading.source.again(), self.options.clone(), self.keys.texts(), self.most_packets)
    }

    /// Goes on with another reading.
    pub(super) fn go_on_with(&mut self, reading: Reading) {
        self.reading = reading;
        // Secrets that came while it was read were not all there from its start.
        for text in self.keys.texts() {
            self.reading.engine.ingest(crate::base::input::Input::Secrets(text.clone()));
        }
        self.number += 1;
    }

    /// The newest picture.
    pub(super) fn picture(&mut self) -> Snapshot {
        Snapshot { reading: self.number, numbering: self.number, keys: self.keys.index(), ..self.reading.engine.snapshot() }
    }

    /// Another reading from the start, to go back for rows that were let go.
    pub(super) fn look_back(&mut self, around: Around, over: bool) -> LookBack {
        let reading = Reading::new(self.reading.source.again(), self.options.clone(), self.keys.texts(), self.most_packets);
        let packets = if over { u64::MAX } else { self.reading.packets() };
        let kept = (self.options.limits.frames, self.options.limits.exchanges);
        LookBack::new(reading, around, kept, packets)
    }

    /// The picture of a reading that went back, the `serial`-th. It numbers rows as the newest picture does when it has begun with the
    /// same packet and the same keys.
    pub(super) fn earlier_picture(&mut self, reading: Reading, serial: u32) -> Snapshot {
        let number = EARLIER | serial;
        let same = !self.late && reading.overwritten() == self.reading.overwritten();
        let numbering = if same { self.number } else { number };
        Snapshot { reading: number, numbering, keys: self.keys.index(), ..reading.engine.into_snapshot() }
    }

    /// Feeds everything, until the end or an interrupt; then once more, when keys came late.
    pub(super) fn finish(mut self, interrupt: &Interrupt) -> Result<Capture, Error> {
        let (mut cut, mut told) = (false, false);
        loop {
            if interrupt.came() && !std::mem::replace(&mut cut, true) {
                self.reading.source.stop();
            }
            if (cut && !self.live) || !self.step()? {
                break;
            }
            let word = self.reading.source.word();
            if let (Some(word), false) = (&word, told) {
                output::note(word);
            }
            told = word.is_some();
        }
        if self.watches {
            let rest = self.keys.rest();
            self.hear(rest);
        }
        self.reading.source.stop();
        if self.wants_another() {
            let mut reading = self.another();
            while reading.step(&mut |_, _| {})? {}
            self.go_on_with(reading);
        }
        self.reading.engine.finish();
        let Reading { source, engine, .. } = self.reading;
        let octets = Octets::new(source.read_at());
        let snapshot = Snapshot { keys: self.keys.index(), ..engine.into_snapshot() };
        name_damage(&snapshot);
        Ok(Capture { snapshot, octets, source, keys: self.keys, most_packets: self.most_packets, interrupted: cut && !self.live })
    }

    fn hear(&mut self, news: Vec<Secret>) {
        for text in news {
            if self.keys.take(&text) {
                self.late |= self.reading.packets() > 0;
                self.reading.engine.ingest(crate::base::input::Input::Secrets(text));
            }
        }
    }
}

/// Whether something stays closed that another key may open.
fn is_sealed(snapshot: &Snapshot) -> bool {
    snapshot.frames.is_empty() || snapshot.associations.iter().any(|(_, row)| row.sealed_total() > 0 || row.carrier_closed().is_some())
}

/// What was read, with a way back to the octets.
pub(super) struct Capture {
    pub(super) snapshot: Snapshot,
    pub(super) octets: Octets,
    pub(super) source: Box<dyn Source>,
    pub(super) keys: Keys,
    pub(super) most_packets: u64,
    /// Whether the user ended it before its time.
    pub(super) interrupted: bool,
}

/// Whether the user asked to stop. A second time ends the program at once.
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C. Where that is impossible, Ctrl-C ends the program as ever.
    pub(super) fn listen() -> Self {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&flag));
            let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
        }
        Self(flag)
    }

    /// Whether it came.
    pub(super) fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Names on standard error what of the inputs could not be read.
pub(super) fn name_damage(snapshot: &Snapshot) {
    for input in &snapshot.inputs {
        for (offset, detail) in &input.damage {
            output::note(&format!("{}: {detail} at octet {offset}; what stands before it was read", input.name));
        }
    }
}

/// The captures that are named, when they are files.
pub(super) fn captures(read: &Read) -> Vec<PathBuf> {
    if read.live.interface.is_empty() { read.captures() } else { Vec::new() }
}

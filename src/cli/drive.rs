//! Reads captures into an engine, to the end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::args::{Generation, Read};
use super::config::{Config, Environment};
use super::error::Error;
use super::maps;
use super::output;
use crate::base::input::Input;
use crate::base::limits::Limits;
use crate::base::secret::Secret;
use crate::carrier::keylog::KeyLog;
use crate::engine::{Engine, Options};
use crate::scenario::Scenario;
use crate::source::FileSource;
use crate::spec::generation;
use crate::store::octets::Octets;
use crate::store::snapshot::Snapshot;

/// Inputs taken from a source at once.
const BATCH: usize = 256;
/// Rows that an audit keeps of frames and of exchanges.
const AUDIT_ROWS: usize = 1 << 16;
/// Lines named of one broken key log; further ones are counted.
const BROKEN_LINES: usize = 5;

/// Everything that reading needs, settled.
pub(super) struct Plan {
    captures: Vec<PathBuf>,
    secrets: Vec<Secret>,
    most_packets: u64,
    options: Options,
}

impl Plan {
    /// Settles what the arguments, the environment and the configuration ask for. Key logs are read here.
    pub(super) fn new(read: &Read, environment: &Environment, config: &Config) -> Result<Self, Error> {
        let (generation, selection) = (configured(read.generation), config.selection(read)?);
        let options = Options { generation, selection, mappings: maps::mappings(&read.maps, config)?, ..Options::default() };
        let secrets = key_logs(read, environment)?;
        Ok(Self { captures: read.captures(), secrets, most_packets: read.count.unwrap_or(u64::MAX), options })
    }

    /// Keeps findings and the newest rows only: enough for a report, and flat however long the capture is.
    pub(super) const fn findings_only(mut self) -> Self {
        self.options.index = false;
        self.options.limits.frames = AUDIT_ROWS;
        self.options.limits.exchanges = AUDIT_ROWS;
        self
    }

    /// Opens the captures and an engine that knows the secrets.
    pub(super) fn start(self) -> Result<Run, Error> {
        let source = FileSource::open(&self.captures)?;
        Ok(self.start_on(source))
    }

    /// An engine that knows the secrets, to read `source`.
    fn start_on(self, source: FileSource) -> Run {
        let mut engine = Engine::new(self.options);
        for secrets in self.secrets {
            engine.ingest(Input::Secrets(secrets));
        }
        Run { source, engine, batch: Vec::with_capacity(BATCH), packets_left: self.most_packets }
    }
}

/// Makes ready to read made traffic, which no file holds.
pub(super) fn start_on(name: &str, scenario: &Scenario) -> Result<Run, Error> {
    let source = FileSource::of_octets(name, scenario.pcapng(false))?;
    let secrets = vec![Secret::new(scenario.keys().into_bytes())];
    let options = Options { mappings: scenario.mappings(), ..Options::default() };
    let plan = Plan { captures: Vec::new(), secrets, most_packets: u64::MAX, options };
    Ok(plan.start_on(source))
}

const fn configured(generation: Generation) -> Option<generation::Generation> {
    match generation {
        Generation::Auto => None,
        Generation::Two => Some(generation::Generation::Two),
        Generation::Three => Some(generation::Generation::Three),
    }
}

/// A source and the engine that it feeds.
pub(super) struct Run {
    pub(super) source: FileSource,
    pub(super) engine: Engine,
    batch: Vec<Input>,
    packets_left: u64,
}

impl Run {
    /// Feeds one batch. False at the end of the source, or when enough packets were read.
    pub(super) fn step(&mut self) -> Result<bool, Error> {
        if self.packets_left == 0 || !self.source.next_batch(&mut self.batch, BATCH)? {
            return Ok(false);
        }
        for input in self.batch.drain(..) {
            if matches!(input, Input::Packet(_)) {
                if self.packets_left == 0 {
                    continue;
                }
                self.packets_left -= 1;
            }
            self.engine.ingest(input);
        }
        Ok(true)
    }

    /// Feeds everything, until the end or an interrupt.
    pub(super) fn finish(mut self, interrupt: &Interrupt) -> Result<Capture, Error> {
        while !interrupt.came() && self.step()? {}
        self.engine.finish();
        let octets = Octets::new(self.source.read_at());
        let snapshot = self.engine.into_snapshot();
        name_damage(&snapshot);
        Ok(Capture { snapshot, octets })
    }
}

/// What was read, with a way back to the octets.
pub(super) struct Capture {
    pub(super) snapshot: Snapshot,
    pub(super) octets: Octets,
}

/// Whether the user asked to stop. A second time ends the program at once.
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C. Where that is impossible, Ctrl-C ends the program as ever.
    pub(super) fn listen() -> Self {
        use signal_hook::consts::SIGINT;
        let flag = Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&flag));
        let _ = signal_hook::flag::register(SIGINT, Arc::clone(&flag));
        Self(flag)
    }

    /// Whether it came.
    pub(super) fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Names on standard error what of the inputs could not be read.
pub(super) fn name_damage(snapshot: &Snapshot) {
    for input in snapshot.inputs.iter() {
        for (offset, detail) in &input.damage {
            output::note(&format!("{}: {detail} at octet {offset}; what stands before it was read", input.name));
        }
    }
}

/// The text of every key log. One named by an option has to be there, one named by the environment may come later.
fn key_logs(read: &Read, environment: &Environment) -> Result<Vec<Secret>, Error> {
    let mut secrets = Vec::new();
    for path in &read.keylog {
        let text = std::fs::read(path).map_err(|source| Error::KeyLog { path: path.clone(), source })?;
        secrets.push(checked(path, text));
    }
    for path in &environment.keylogs {
        match std::fs::read(path) {
            Ok(text) => secrets.push(checked(path, text)),
            Err(error) => output::note(&format!("{}: this key log of the environment cannot be read ({error})", path.display())),
        }
    }
    Ok(secrets)
}

/// Names the lines that cannot be read, never what stands in them.
fn checked(path: &Path, text: Vec<u8>) -> Secret {
    let report = KeyLog::new(&Limits::default()).push_text(&text);
    for (line, reason) in report.faults.iter().take(BROKEN_LINES) {
        output::note(&format!("{}: line {line} of this key log is left out: {reason}", path.display()));
    }
    if report.broken > BROKEN_LINES as u64 {
        output::note(&format!("{}: {} lines of this key log are left out", path.display(), report.broken));
    }
    Secret::new(text)
}

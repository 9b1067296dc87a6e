//! The table of contents of the program: what enters, in which order the layers see it, what is remembered.

use crate::base::input::Input;
use crate::base::limits::Limits;
use crate::base::time::Timestamp;
use crate::rules::select::Selection;
use crate::spec::generation::Generation;
use crate::store::snapshot::{Snapshot, Store};

/// How an engine works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Every cap.
    pub limits: Limits,
    /// The crypto generation, where the user knows better than the wire.
    pub generation: Option<Generation>,
    /// Which rules run, and how severe they are.
    pub selection: Selection,
    /// Whether to remember where octets lie, so that frames can be read back.
    pub index: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), generation: None, selection: Selection::default(), index: true }
    }
}

/// Dissects, pairs and judges. Deterministic, without I/O and without a clock.
pub struct Engine {
    store: Store,
}

impl Engine {
    /// An engine that has seen nothing.
    pub fn new(_options: Options) -> Self {
        Self { store: Store::default() }
    }

    /// Takes one input. Total: never fails, never blocks, never reads a clock.
    pub fn ingest(&mut self, input: Input) {
        let _ = (&mut self.store, input);
    }

    /// Runs timers up to `now`, which only packets or the driver know.
    pub fn advance(&mut self, now: Timestamp) {
        let _ = (&mut self.store, now);
    }

    /// The capture is over: closes what is open and runs the rules about absence.
    pub fn finish(&mut self) {
        self.store.finished = true;
    }

    /// What is known now.
    pub fn snapshot(&mut self) -> Snapshot {
        self.store.clone()
    }
}

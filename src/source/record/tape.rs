//! The files of a recording in the order in which they are written.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::part::Part;
use crate::source::error::Error;
use crate::source::medium::Medium;
use crate::source::supply::{More, Supply};

/// What the writer shares with the readers.
#[derive(Default)]
pub(in crate::source) struct Tape {
    parts: Mutex<Vec<Arc<Part>>>,
    over: AtomicBool,
    failure: Mutex<Option<Error>>,
}

impl Tape {
    pub(super) fn push(&self, part: &Arc<Part>) {
        self.parts().push(Arc::clone(part));
    }

    /// Nothing more is written.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Says why nothing more is written; the first reason counts.
    pub(in crate::source) fn fail(&self, why: Error) {
        self.failure().get_or_insert(why);
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Arc<Part>>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why nothing more is written, once.
    pub(in crate::source) fn failure(&self) -> MutexGuard<'_, Option<Error>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a tape.
pub(in crate::source) struct TapeSupply(pub(in crate::source) Arc<Tape>);

impl Supply for TapeSupply {
    fn next(&mut self, at: usize) -> Result<More, Error> {
        let over = self.0.over.load(Ordering::Acquire);
        let found = self.0.parts().get(at).map(|part| Medium::new(part.name.clone(), Arc::clone(part) as _));
        match (found, over) {
            (Some(medium), _) => Ok(More::Input(medium)),
            (None, false) => Ok(More::Wait),
            (None, true) => self.0.failure().take().map_or(Ok(More::End), Err),
        }
    }

    fn again(&self) -> Box<dyn Supply> {
        Box::new(Self(Arc::clone(&self.0)))
    }

    fn stop(&mut self) {}
}

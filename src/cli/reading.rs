//! One pass over a source, from its first packet on.

use super::error::Error;
use crate::base::input::{Input, Loss};
use crate::base::secret::Secret;
use crate::engine::{Engine, Options};
use crate::source::Source;

/// Inputs taken from a source at once.
const BATCH: usize = 256;

/// A source and the engine that it feeds.
pub(super) struct Reading {
    pub(super) source: Box<dyn Source>,
    pub(super) engine: Engine,
    batch: Vec<Input>,
    packets_left: u64,
    /// Packets that a ring of files had overwritten before they were read.
    overwritten: u64,
}

impl Reading {
    /// A pass that knows `secrets` from the start and ends after `most` packets.
    pub(super) fn new(source: Box<dyn Source>, options: Options, secrets: &[Secret], most: u64) -> Self {
        let mut engine = Engine::new(options);
        for text in secrets {
            engine.ingest(Input::Secrets(text.clone()));
        }
        Self { source, engine, batch: Vec::with_capacity(BATCH), packets_left: most, overwritten: 0 }
    }

    /// Feeds one batch. `false` at the end of the source, or when enough packets were read. Secrets that stand in the capture are
    /// told to `found`, with whether packets came before them.
    pub(super) fn step(&mut self, found: &mut dyn FnMut(&Secret, bool)) -> Result<bool, Error> {
        if self.packets_left == 0 || !self.source.next_batch(&mut self.batch, BATCH)? {
            return Ok(false);
        }
        for input in self.batch.drain(..) {
            match &input {
                Input::Packet(_) if self.packets_left == 0 => continue,
                Input::Packet(_) => self.packets_left -= 1,
                Input::Secrets(text) => found(text, self.engine.packets() > 0),
                Input::Loss(Loss::Overwritten(count)) => self.overwritten += count,
                _ => {}
            }
            self.engine.ingest(input);
        }
        Ok(true)
    }

    /// Packets that the engine has taken, or would have if they were still there.
    pub(super) const fn packets(&self) -> u64 {
        self.engine.packets() + self.overwritten
    }
}

//! One pass over a source, from its first packet on.
#![expect(clippy::disallowed_methods, reason = "how long nothing has come is told by the clock")]

use std::time::Instant;

use super::error::Error;
use crate::base::input::{Input, Loss};
use crate::base::secret::Secret;
use crate::base::time::Timestamp;
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
    /// The newest packet, and when it came.
    newest: Option<(Timestamp, Instant)>,
}

impl Reading {
    /// A pass that knows `secrets` from the start and ends after `most` packets.
    pub(super) fn new(source: Box<dyn Source>, options: Options, secrets: &[Secret], most: u64) -> Self {
        let mut engine = Engine::new(options);
        for text in secrets {
            engine.ingest(Input::Secrets(text.clone()));
        }
        Self { source, engine, batch: Vec::with_capacity(BATCH), packets_left: most, overwritten: 0, newest: None }
    }

    /// Feeds one batch. `false` at the end of the source, or when enough packets were read. Secrets that stand in the capture are
    /// told to `found`, with whether packets came before them.
    pub(super) fn step(&mut self, found: &mut dyn FnMut(&Secret, bool)) -> Result<bool, Error> {
        if self.packets_left == 0 || !self.source.next_batch(&mut self.batch, BATCH)? {
            return Ok(false);
        }
        let came = Instant::now();
        if self.batch.is_empty() {
            self.pass_time();
        }
        for input in self.batch.drain(..) {
            match &input {
                Input::Packet(_) if self.packets_left == 0 => continue,
                Input::Packet(packet) => {
                    self.packets_left -= 1;
                    let newest = self.newest.map_or(packet.time, |(newest, _)| newest.max(packet.time));
                    self.newest = Some((newest, came));
                }
                Input::Secrets(text) => found(text, self.engine.packets() > 0),
                Input::Loss(Loss::Overwritten(count)) => self.overwritten += count,
                _ => {}
            }
            self.engine.ingest(input);
        }
        Ok(true)
    }

    /// Lets the engine know of the time that passes while nothing comes.
    fn pass_time(&mut self) {
        let Some(((newest, came), lag)) = self.newest.zip(self.source.lag()) else { return };
        if let Some(quiet) = came.elapsed().checked_sub(lag) {
            let nanos = i64::try_from(quiet.as_nanos()).unwrap_or(i64::MAX);
            self.engine.advance(Timestamp(newest.0.saturating_add(nanos)));
        }
    }

    /// Packets that the engine has taken, or would have if they were still there.
    pub(super) const fn packets(&self) -> u64 {
        self.engine.packets() + self.overwritten
    }

    /// Packets that a ring of files had overwritten before they were read.
    pub(super) const fn overwritten(&self) -> u64 {
        self.overwritten
    }

    /// The time of the newest packet.
    pub(super) fn newest(&self) -> Option<Timestamp> {
        self.newest.map(|(time, _)| time)
    }
}

//! What the interface knows of the capture: the picture it shows, the newest one, and sums over it.

pub mod facts;

use std::sync::Arc;

use crate::base::id::AssociationId;
use crate::base::time::Timestamp;
use crate::report::conformance::LINES;
use crate::store::snapshot::Snapshot;

use super::command::View;
use facts::Facts;

/// The capture as shown. While paused, the shown picture is older than the newest.
#[derive(Clone, Debug)]
pub struct World {
    /// What is drawn.
    pub shown: Arc<Snapshot>,
    /// What exists.
    pub latest: Arc<Snapshot>,
    /// Whether the shown picture is held.
    pub paused: bool,
    /// Sums over the shown picture.
    pub facts: Facts,
    /// Association numbers as people read them, by id.
    numbers: Vec<u64>,
    /// The reading that the sums are of.
    reading: u32,
}

impl World {
    /// A world that shows `snapshot`.
    pub fn new(snapshot: Arc<Snapshot>) -> Self {
        let (shown, reading) = (snapshot.clone(), snapshot.reading);
        let mut world = Self { shown, latest: snapshot, paused: false, facts: Facts::default(), numbers: Vec::new(), reading };
        world.refresh();
        world
    }

    /// Takes a newer picture; shows it unless paused. Returns whether it is shown.
    pub fn arrive(&mut self, snapshot: Arc<Snapshot>) -> bool {
        self.latest = snapshot;
        if !self.paused {
            self.shown = self.latest.clone();
            self.refresh();
        }
        !self.paused
    }

    /// Holds the picture, or shows the newest again.
    pub fn toggle_pause(&mut self) {
        self.paused = !self.paused;
        if !self.paused {
            self.shown = self.latest.clone();
            self.refresh();
        }
    }

    /// The number of an association as people read it.
    pub fn number(&self, association: AssociationId) -> u64 {
        self.numbers.get(association.index()).copied().unwrap_or_else(|| association.number())
    }

    /// Oldest row and next row of a view's log.
    pub fn bounds(&self, view: View) -> (usize, usize) {
        bounds(&self.shown, view)
    }

    /// Rows of a view that arrived while the picture was held.
    pub fn held_back(&self, view: View) -> usize {
        bounds(&self.latest, view).1.saturating_sub(self.bounds(view).1)
    }

    /// Time of the first frame: the zero of relative times.
    pub fn origin(&self) -> Timestamp {
        self.shown.frames.get(self.shown.frames.first()).map_or_else(Timestamp::default, |frame| frame.time)
    }

    fn refresh(&mut self) {
        if std::mem::replace(&mut self.reading, self.shown.reading) != self.shown.reading {
            // Sums look at new rows only, and all rows are new.
            (self.facts, self.numbers) = (Facts::default(), Vec::new());
        }
        self.facts.update(&self.shown);
        if self.numbers.len() != self.shown.associations.len() {
            self.numbers = self.shown.association_numbers();
        }
    }
}

fn bounds(snapshot: &Snapshot, view: View) -> (usize, usize) {
    match view {
        View::Exchanges => (snapshot.exchanges.first(), snapshot.exchanges.len()),
        View::Frames => (snapshot.frames.first(), snapshot.frames.len()),
        View::Associations => (snapshot.associations.first(), snapshot.associations.len()),
        View::Findings => (snapshot.findings.first(), snapshot.findings.len()),
        View::Conformance => (0, LINES.len()),
    }
}

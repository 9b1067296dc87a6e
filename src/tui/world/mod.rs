//! What the interface knows of the capture: the picture it shows, the newest one, and sums over it.

pub mod facts;
pub mod ladder;
pub mod lanes;
pub mod rate;
pub mod study;

use std::sync::Arc;

use crate::base::id::AssociationId;
use crate::base::time::Timestamp;
use crate::report::conformance::LINES;
use crate::store::snapshot::Snapshot;

use super::command::View;
use facts::Facts;
use study::Study;

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
    order: Vec<AssociationId>,
    /// Grows with every row that was studied.
    pub looked: usize,
    /// What was learnt from its frames so far.
    pub study: Study,
    /// The same anew, from the first frame on, while the old still serves.
    anew: Option<Study>,
    /// The reading that the sums are of.
    reading: u32,
}

impl World {
    /// A world that shows `snapshot`.
    pub fn new(snapshot: Arc<Snapshot>) -> Self {
        let (shown, reading) = (snapshot.clone(), snapshot.reading);
        let (facts, study) = (Facts::default(), Study::default());
        let mut world = Self {
            shown,
            latest: snapshot,
            paused: false,
            facts,
            numbers: Vec::new(),
            order: Vec::new(),
            looked: 0,
            study,
            anew: None,
            reading,
        };
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

    /// Associations in the order of their numbers.
    pub fn associations(&self) -> &[AssociationId] {
        &self.order
    }

    /// Oldest row and next row of a view's log.
    pub fn bounds(&self, view: View) -> (usize, usize) {
        if view == View::Channels { (0, self.study.lanes.all().len()) } else { bounds(&self.shown, view) }
    }

    /// Rows of a view that arrived while the picture was held.
    pub fn held_back(&self, view: View) -> usize {
        bounds(&self.latest, view).1.saturating_sub(self.bounds(view).1)
    }

    /// Looks at up to `budget` rows that are new. Returns whether there were some, and whether more are left.
    pub fn look(&mut self, budget: usize) -> (bool, bool) {
        let shown = self.shown.clone();
        if self.study.is_behind(&shown) {
            let seen = self.study.look(&shown, budget);
            self.looked += seen;
            return (seen > 0, self.study.is_behind(&shown) || self.study.is_early(&shown));
        }
        if self.study.is_early(&shown) || self.anew.is_some() {
            let anew = self.anew.get_or_insert_default();
            anew.look(&shown, budget);
            if anew.is_behind(&shown) {
                return (false, true);
            }
            self.study = self.anew.take().unwrap_or_default();
            self.looked += 1;
            return (true, false);
        }
        (false, false)
    }

    /// Time of the first frame: the zero of relative times.
    pub fn origin(&self) -> Timestamp {
        self.shown.frames.get(self.shown.frames.first()).map_or_else(Timestamp::default, |frame| frame.time)
    }

    fn refresh(&mut self) {
        if std::mem::replace(&mut self.reading, self.shown.reading) != self.shown.reading {
            // Sums look at new rows only, and all rows are new.
            (self.facts, self.numbers, self.study, self.anew) = (Facts::default(), Vec::new(), Study::default(), None);
        }
        self.facts.update(&self.shown);
        if self.numbers.len() != self.shown.associations.len() {
            self.numbers = self.shown.association_numbers();
            self.order = (0..self.numbers.len()).map(AssociationId::from_index).collect();
            self.order.sort_unstable_by_key(|id| self.numbers.get(id.index()));
        }
    }
}

fn bounds(snapshot: &Snapshot, view: View) -> (usize, usize) {
    match view {
        View::Exchanges => (snapshot.exchanges.first(), snapshot.exchanges.len()),
        View::Frames | View::Diagram => (snapshot.frames.first(), snapshot.frames.len()),
        View::Associations => (snapshot.associations.first(), snapshot.associations.len()),
        View::Findings => (snapshot.findings.first(), snapshot.findings.len()),
        View::Channels => (0, 0),
        View::Conformance => (0, LINES.len()),
    }
}

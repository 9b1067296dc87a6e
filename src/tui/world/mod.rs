//! What the interface knows of the capture: the picture it shows, the newest one, and sums over it.

pub mod facts;
pub mod history;
pub mod ladder;
pub mod lanes;
pub mod rate;
pub mod study;

use std::sync::Arc;

use crate::base::id::AssociationId;
use crate::base::time::Timestamp;
use crate::report::conformance::LINES;
use crate::report::summary::Verdict;
use crate::store::snapshot::Snapshot;

use super::command::View;
use facts::Facts;
use study::Study;

/// Which picture is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Picture {
    /// The newest.
    #[default]
    Newest,
    /// One that the user holds.
    Held,
    /// One of rows that were let go and have been read back.
    Earlier,
}

/// The capture as shown.
#[derive(Clone, Debug)]
pub struct World {
    /// What is drawn.
    pub shown: Arc<Snapshot>,
    /// What exists.
    pub latest: Arc<Snapshot>,
    /// Which of the two is shown.
    pub picture: Picture,
    /// Sums over the shown picture.
    pub facts: Facts,
    /// Sums over the newest picture, while another is shown.
    newest: Option<Box<Facts>>,
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
    origin: Timestamp,
    /// The numbering that the origin is of.
    origin_of: Option<u32>,
}

impl World {
    /// A world that shows `snapshot`.
    pub fn new(snapshot: Arc<Snapshot>) -> Self {
        let (shown, reading) = (snapshot.clone(), snapshot.reading);
        let (facts, study) = (Facts::default(), Study::default());
        let mut world = Self {
            shown,
            latest: snapshot,
            picture: Picture::Newest,
            facts,
            newest: None,
            numbers: Vec::new(),
            order: Vec::new(),
            looked: 0,
            study,
            anew: None,
            reading,
            origin: Timestamp::default(),
            origin_of: None,
        };
        world.refresh();
        world
    }

    /// Takes a newer picture; shows it unless another is looked at. Returns whether it is shown.
    pub fn arrive(&mut self, snapshot: Arc<Snapshot>) -> bool {
        let anew = snapshot.reading != self.latest.reading;
        self.latest = snapshot;
        if self.picture == Picture::Newest {
            self.shown = self.latest.clone();
            self.refresh();
            return true;
        }
        let newest = self.newest.get_or_insert_default();
        if anew {
            **newest = Facts::default();
        }
        newest.update(&self.latest);
        false
    }

    /// Holds the picture, or shows the newest again.
    pub fn toggle_pause(&mut self) {
        if self.picture == Picture::Newest {
            self.picture = Picture::Held;
            self.newest = Some(Box::new(self.facts.clone()));
            return;
        }
        self.picture = Picture::Newest;
        self.newest = None;
        self.shown = self.latest.clone();
        self.refresh();
    }

    /// Shows a picture of rows that were let go.
    pub fn show_earlier(&mut self, snapshot: Arc<Snapshot>) {
        if self.picture == Picture::Newest {
            self.newest = Some(Box::new(self.facts.clone()));
        }
        self.picture = Picture::Earlier;
        self.shown = snapshot;
        self.refresh();
    }

    /// Sums over the newest picture, whichever is shown: what holds for the whole capture.
    pub fn sums(&self) -> &Facts {
        self.newest.as_deref().unwrap_or(&self.facts)
    }

    /// What a report of the whole capture would say now.
    pub fn verdict(&self) -> Verdict {
        self.sums().verdict(&self.latest)
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

    /// The capture's own time now.
    pub fn now(&self) -> Timestamp {
        self.shown.now.max(self.study.lanes.now())
    }

    /// Octets of frames: how many a second there were lately, and in each of the last `count` whole seconds, oldest first.
    pub fn throughput(&self, count: usize) -> (f64, Vec<u32>) {
        let octets = self.study.lanes.octets();
        (octets.per_second(self.origin(), self.now()), octets.last_whole(self.now(), count).collect())
    }

    /// Time of the first frame: the zero of relative times, also when its row was let go.
    pub const fn origin(&self) -> Timestamp {
        self.origin
    }

    fn refresh(&mut self) {
        if std::mem::replace(&mut self.reading, self.shown.reading) != self.shown.reading {
            // Sums look at new rows only, and all rows are new.
            (self.facts, self.numbers, self.study, self.anew) = (Facts::default(), Vec::new(), Study::default(), None);
        }
        if self.origin_of != Some(self.shown.numbering) && !self.shown.frames.is_empty() {
            (self.origin, self.origin_of) = (begin(&self.shown), Some(self.shown.numbering));
        }
        self.facts.update(&self.shown);
        if self.numbers.len() != self.shown.associations.len() {
            self.numbers = self.shown.association_numbers();
            self.order = (0..self.numbers.len()).map(AssociationId::from_index).collect();
            self.order.sort_unstable_by_key(|id| self.numbers.get(id.index()));
        }
    }
}

/// The oldest exchange whose first frame is kept: without it nothing is known of when it was and what it said.
fn first_exchange(snapshot: &Snapshot) -> usize {
    let (mut low, mut high) = (snapshot.exchanges.first(), snapshot.exchanges.len());
    let kept = snapshot.frames.first();
    while low < high {
        let middle = low.midpoint(high);
        if snapshot.exchanges.get(middle).is_some_and(|row| row.first.index() < kept) { low = middle + 1 } else { high = middle }
    }
    low
}

/// When the first frame came; where it was let go already, when the first association began.
fn begin(snapshot: &Snapshot) -> Timestamp {
    let frame = snapshot.frames.get(0).map(|frame| frame.time);
    frame.or_else(|| snapshot.associations.iter().map(|(_, row)| row.first_time).min()).unwrap_or_default()
}

fn bounds(snapshot: &Snapshot, view: View) -> (usize, usize) {
    match view {
        View::Exchanges => (first_exchange(snapshot), snapshot.exchanges.len()),
        View::Frames | View::Diagram => (snapshot.frames.first(), snapshot.frames.len()),
        View::Associations => (snapshot.associations.first(), snapshot.associations.len()),
        View::Findings => (snapshot.findings.first(), snapshot.findings.len()),
        View::Channels => (0, 0),
        View::Conformance => (0, LINES.len()),
    }
}

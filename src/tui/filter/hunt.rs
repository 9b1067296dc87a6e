//! The search for rows that the filter lets through: a piece of work over one picture, told of in parts, done on whatever thread.

use std::sync::Arc;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::tree::Tree;
use crate::store::octets::Octets;
use crate::store::query::{Dissect, Matcher, Query};
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;
use crate::tui::command::View;
use crate::tui::list::rows::Gap;
use crate::tui::model::Model;

/// Work between two parts told, in rows that need no octets.
const PART: usize = 16_384;
/// What reading a frame back costs, in rows that need none.
const READ_COST: usize = 200;
/// Rows so few that they are asked at once.
const AT_ONCE: usize = 2_000;

/// Rows that are to be asked.
#[derive(Clone)]
pub struct Hunt {
    /// The view whose rows they are.
    pub view: View,
    /// Which rows.
    pub gap: Gap,
    snapshot: Arc<Snapshot>,
    query: Arc<Query>,
}

/// Rows that match, of those up to some row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The view whose rows they are.
    pub view: View,
    /// Which rows were to be asked.
    pub gap: Gap,
    /// The first row that was not asked yet.
    pub scanned: usize,
    /// Those that match, ascending.
    pub rows: Vec<u32>,
}

impl Hunt {
    /// What is to be asked for the view in front; `None` when all its rows were.
    pub fn wanted(model: &Model) -> Option<Self> {
        let query = model.filter.query()?;
        let gap = model.list().rows.gap()?;
        Some(Self { view: model.view, gap, snapshot: model.world.shown.clone(), query })
    }

    /// Whether asking takes no longer than a moment.
    pub fn is_short(&self) -> bool {
        !self.query.needs_octets() && self.gap.end.saturating_sub(self.gap.from) <= AT_ONCE
    }

    /// The picture whose rows are asked.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Asks the rows, and tells what matches in parts until `tell` answers that it has enough.
    pub fn run(&self, octets: Option<&Octets>, dissect: &dyn Fn(FrameId) -> Option<Tree>, tell: &mut dyn FnMut(Found) -> bool) {
        let matcher = self.query.reading_on(&self.snapshot, octets);
        let mut rows = Vec::new();
        let mut cost = 0;
        let reading = if self.query.needs_octets() { READ_COST / 4 } else { 1 };
        for row in self.gap.from..self.gap.end {
            let mut read = |frame| {
                cost += READ_COST;
                dissect(frame)
            };
            if matches(&matcher, &self.snapshot, self.view, row, &mut read) {
                rows.push(u32::try_from(row).unwrap_or(u32::MAX));
            }
            cost += reading;
            if cost >= PART || row + 1 == self.gap.end {
                cost = 0;
                let part = Found { view: self.view, gap: self.gap, scanned: row + 1, rows: std::mem::take(&mut rows) };
                if !tell(part) {
                    return;
                }
            }
        }
    }
}

/// Whether a row of a view matches.
pub fn matches(matcher: &Matcher<'_>, snapshot: &Snapshot, view: View, row: usize, read: &mut Dissect<'_>) -> bool {
    match view {
        View::Exchanges => matcher.exchange(ExchangeId::from_index(row), read),
        View::Frames => matcher.frame(FrameId::from_index(row), read),
        View::Associations => matcher.association(AssociationId::from_index(row), read),
        View::Findings => matcher.finding(FindingId::from_index(row), read),
        View::Diagram => match snapshot.frame(FrameId::from_index(row)).and_then(FrameRow::exchange) {
            Some(exchange) => matcher.exchange(exchange, read),
            None => matcher.frame(FrameId::from_index(row), read),
        },
        View::Channels | View::Conformance => true,
    }
}

//! Which rows an export is about.

use std::collections::BTreeSet;
use std::io;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::report::conformance::{LINES, findings_against};
use crate::store::finding::Finding;
use crate::tui::command::View;

use super::write::cancelled;
use super::{Export, Rows, Watch};

impl Export {
    /// The rows of the view that are exported, by their place in the log.
    pub(super) fn rows(&self, watch: &Watch) -> io::Result<BTreeSet<usize>> {
        let (first, end) = self.bounds();
        match &self.order.rows {
            Rows::Marked(rows) => Ok(rows.range(first..end).copied().collect()),
            Rows::Selected(row) => Ok(BTreeSet::from([*row])),
            Rows::Filtered => self.filtered(first, end, watch),
        }
    }

    fn filtered(&self, first: usize, end: usize, watch: &Watch) -> io::Result<BTreeSet<usize>> {
        let Some(query) = &self.query else { return Ok((first..end).collect()) };
        let matcher = query.on(&self.snapshot).reading(&self.octets);
        let mut read = |frame: FrameId| {
            let octets = self.octets.frame(&self.snapshot, frame).ok()?;
            Some((self.dissect)(&self.snapshot, frame, &octets))
        };
        watch.begin((end - first) as u64);
        let mut rows = BTreeSet::new();
        for row in first..end {
            watch.at((row - first) as u64);
            if watch.is_cancelled() {
                return Err(cancelled());
            }
            let is_hit = match self.order.view {
                View::Exchanges => matcher.exchange(ExchangeId::from_index(row), &mut read),
                View::Frames | View::Channels | View::Diagram => matcher.frame(FrameId::from_index(row), &mut read),
                View::Associations => matcher.association(AssociationId::from_index(row), &mut read),
                View::Findings => matcher.finding(FindingId::from_index(row), &mut read),
                View::Conformance => true,
            };
            if is_hit {
                rows.insert(row);
            }
        }
        Ok(rows)
    }

    fn bounds(&self) -> (usize, usize) {
        let shown = &self.snapshot;
        match self.order.view {
            View::Exchanges => (shown.exchanges.first(), shown.exchanges.len()),
            View::Frames | View::Channels | View::Diagram => (shown.frames.first(), shown.frames.len()),
            View::Associations => (0, shown.associations.len()),
            View::Findings => (shown.findings.first(), shown.findings.len()),
            View::Conformance => (0, LINES.len()),
        }
    }

    /// Whether a frame belongs to a row.
    pub(super) fn frames(&self, rows: &BTreeSet<usize>) -> Option<BTreeSet<FrameId>> {
        let shown = &self.snapshot;
        let frames = match self.order.view {
            View::Exchanges => rows.iter().flat_map(|row| shown.exchange_frames(ExchangeId::from_index(*row))).collect(),
            View::Frames | View::Channels | View::Diagram => rows.iter().map(|row| FrameId::from_index(*row)).collect(),
            View::Associations => {
                let of = |id: AssociationId| rows.contains(&id.index());
                let all = shown.frames.iter().filter(|(_, row)| of(shown.association_of(row)));
                all.map(|(at, _)| FrameId::from_index(at)).collect()
            }
            View::Findings => {
                let findings = rows.iter().filter_map(|row| shown.findings.get(*row));
                findings.flat_map(|finding| self.evidence(finding)).collect()
            }
            View::Conformance => {
                let against = self.against(rows)?;
                against.iter().filter_map(|at| shown.findings.get(*at)).flat_map(|finding| self.evidence(finding)).collect()
            }
        };
        Some(frames)
    }

    /// The frames that show what a finding says: those it names, and the exchange around them.
    fn evidence(&self, finding: &Finding) -> Vec<FrameId> {
        let around = finding.exchange.map(|exchange| self.snapshot.exchange_frames(exchange)).unwrap_or_default();
        finding.frame.into_iter().chain(finding.peer).chain(around).collect()
    }

    /// The findings against the clauses of rows; `None` where all clauses are meant.
    fn against(&self, rows: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let lines = rows.iter().filter_map(|row| LINES.get(*row));
        let found = lines.flat_map(|line| findings_against(&self.snapshot, *line, usize::MAX)).map(FindingId::index);
        (self.order.rows != Rows::Filtered).then(|| found.collect())
    }

    /// The findings about rows.
    pub(super) fn about(&self, rows: &BTreeSet<usize>) -> BTreeSet<usize> {
        let all = || self.snapshot.findings.iter();
        match self.order.view {
            View::Conformance => self.against(rows).unwrap_or_else(|| all().map(|(at, _)| at).collect()),
            _ => all().filter(|(at, finding)| self.is_about(rows, *at, finding)).map(|(at, _)| at).collect(),
        }
    }

    fn is_about(&self, rows: &BTreeSet<usize>, at: usize, finding: &Finding) -> bool {
        match self.order.view {
            View::Exchanges => finding.exchange.is_some_and(|id| rows.contains(&id.index())),
            View::Frames | View::Channels | View::Diagram => finding.frame.is_some_and(|id| rows.contains(&id.index())),
            View::Associations => finding.association.is_some_and(|id| rows.contains(&id.index())),
            View::Findings => rows.contains(&at),
            View::Conformance => true,
        }
    }
}

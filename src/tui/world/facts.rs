//! Sums over a snapshot, kept up to date by looking at new rows only.

use crate::report::conformance::Conformance;
use crate::report::summary::{Verdict, is_one_way};
use crate::spec::channel::Channel;
use crate::store::row::{AssociationRow, FrameRow, Protection, SealedReason, Start};
use crate::store::snapshot::Snapshot;

/// Sums over a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Findings: errors, warnings, notes.
    pub findings: [u64; 3],
    /// Sealed frames that were opened.
    pub opened: u64,
    /// Sealed frames that were not, by reason.
    pub sealed: Vec<(SealedReason, u64)>,
    /// How conformance clauses stand.
    pub conformance: Conformance,
    /// Holes in the evidence: missing octets, skipped sequence numbers, late starts, drops, damage, limits.
    pub gaps: u64,
    counted: usize,
    bridge_seen: bool,
    bridge_read: bool,
    looked_at: usize,
    finished: bool,
}

impl Facts {
    /// Takes a newer snapshot of the same capture into account.
    pub fn update(&mut self, snapshot: &Snapshot) {
        self.count_findings(snapshot);
        self.conformance.update(snapshot);
        self.look_for_bridge(snapshot);
        self.opened = snapshot.associations.iter().map(|(_, row)| row.opened).sum();
        self.sealed.clear();
        for (reason, count) in snapshot.associations.iter().flat_map(|(_, row)| &row.sealed) {
            match self.sealed.iter_mut().find(|(known, _)| known == reason) {
                Some((_, sum)) => *sum += count,
                None => self.sealed.push((*reason, *count)),
            }
        }
        self.gaps = snapshot.associations.iter().map(|(_, row)| gaps_of(row, snapshot)).sum::<u64>() + gaps_of_inputs(snapshot);
    }

    /// Sealed frames that were not opened.
    pub fn sealed_total(&self) -> u64 {
        self.sealed.iter().map(|(_, count)| count).sum()
    }

    /// The reason for which most frames stay sealed.
    pub fn main_reason(&self) -> Option<SealedReason> {
        self.sealed.iter().max_by_key(|(_, count)| *count).map(|(reason, _)| *reason)
    }

    /// What the report would say now.
    pub fn verdict(&self, snapshot: &Snapshot) -> Verdict {
        let missing = self.gaps > 0 || !self.sealed.is_empty();
        Verdict::of(self.findings, !snapshot.frames.is_empty(), self.bridge_seen && !self.bridge_read, missing)
    }

    fn count_findings(&mut self, snapshot: &Snapshot) {
        self.counted = self.counted.max(snapshot.findings.first());
        while let Some(finding) = snapshot.findings.get(self.counted) {
            self.findings[finding.severity.index()] += 1;
            self.counted += 1;
        }
    }

    /// Looks for a Bridge frame that could be read; from the start once more when the capture is over, since keys may come late.
    fn look_for_bridge(&mut self, snapshot: &Snapshot) {
        if snapshot.finished && !self.finished {
            (self.finished, self.looked_at) = (true, 0);
        }
        self.looked_at = self.looked_at.max(snapshot.frames.first());
        while !self.bridge_read
            && let Some(frame) = snapshot.frames.get(self.looked_at)
        {
            self.bridge_seen |= frame.channel == Channel::BRIDGE;
            self.bridge_read |= is_read(frame);
            self.looked_at += 1;
        }
    }
}

fn is_read(frame: &FrameRow) -> bool {
    frame.channel == Channel::BRIDGE && frame.complete && !matches!(frame.protection, Protection::Sealed(_))
}

/// Holes in the evidence of an association.
pub fn gaps_of(row: &AssociationRow, snapshot: &Snapshot) -> u64 {
    let late = u64::from(row.start == Start::MidStream);
    let one_way = u64::from(is_one_way(row, snapshot));
    let packets = row.carrier.as_deref().map_or(0, |facts| facts.quic.lost.iter().fold(0, |sum: u64, lost| sum.saturating_add(*lost)));
    late + one_way + packets + row.gap_count.iter().sum::<u64>() + row.seq_gaps.iter().map(|(_, _, count)| count).sum::<u64>()
}

fn gaps_of_inputs(snapshot: &Snapshot) -> u64 {
    let inputs = snapshot.inputs.iter().map(|input| u64::from(input.missing() > 0) + input.damage.len() as u64).sum::<u64>();
    inputs + (snapshot.limits_reached.len() + snapshot.findings_dropped.len() + snapshot.unread.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::summary;
    use crate::tui::fixture::{Capture, capture, sample};

    #[test]
    fn a_peer_that_has_not_answered_yet_is_no_hole_until_it_had_time_to() {
        let mut snapshot = (*capture().so_far()).clone();
        let row = snapshot.associations.get_mut(0).unwrap();
        row.seen = [true, false];
        let (begin, row) = (row.first_time, row.clone());
        let mut gaps = |nanos: i64, finished: bool| {
            (snapshot.now, snapshot.finished) = (crate::base::time::Timestamp(begin.0 + nanos), finished);
            *snapshot.associations.get_mut(0).unwrap() = row.clone();
            let listed = summary::evidence_gaps(&snapshot).iter().filter(|gap| gap.kind == summary::GapKind::OneWay).count() as u64;
            (gaps_of(&row, &snapshot), listed)
        };
        let answer = 2_000_000_000;
        assert_eq!([gaps(answer - 1, false), gaps(answer, false), gaps(0, true)], [(0, 0), (1, 1), (1, 1)]);
    }

    #[test]
    fn the_verdict_is_that_of_the_report() {
        let mut sealed = capture();
        sealed.seal(SealedReason::KeyWrong);
        for snapshot in [sample(), Capture::new().finish(), sealed.finish(), crate::tui::fixture::long(3)] {
            let mut facts = Facts::default();
            facts.update(&snapshot);
            assert_eq!(facts.verdict(&snapshot), summary::verdict(&snapshot));
        }
    }
}

//! Looks at frames and findings that are new since it last looked, a slice of them at a time.

use crate::base::id::{FindingId, FrameId};
use crate::store::snapshot::Snapshot;

use super::ladder::Ladders;
use super::lanes::Lanes;

/// What was learnt from the rows looked at so far.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Sums by channel.
    pub lanes: Lanes,
    /// Frames by association.
    pub ladders: Ladders,
    frames: usize,
    findings: usize,
    is_final: bool,
}

impl Study {
    /// Looks at up to `budget` further rows. Returns how many it looked at.
    pub fn look(&mut self, snapshot: &Snapshot, budget: usize) -> usize {
        if self.frames == 0 {
            self.is_final = snapshot.finished;
        }
        let left = budget.saturating_sub(self.look_at_frames(snapshot, budget));
        let seen = budget - left + self.look_at_findings(snapshot, left);
        if !self.is_behind(snapshot) {
            self.ladders.settle(snapshot);
        }
        seen
    }

    /// Whether rows are left to look at.
    pub const fn is_behind(&self, snapshot: &Snapshot) -> bool {
        self.frames < snapshot.frames.len() || self.findings < snapshot.findings.len()
    }

    /// Whether it looked at rows before the capture was over that may have changed since: keys may come late.
    pub const fn is_early(&self, snapshot: &Snapshot) -> bool {
        snapshot.finished && !self.is_final && self.frames > 0
    }

    fn look_at_frames(&mut self, snapshot: &Snapshot, budget: usize) -> usize {
        self.frames = self.frames.max(snapshot.frames.first());
        let end = snapshot.frames.len().min(self.frames.saturating_add(budget));
        let start = self.frames;
        while self.frames < end {
            if let Some((row, stream)) = snapshot.frames.get(self.frames).and_then(|row| Some((row, snapshot.stream(row.stream)?))) {
                let id = FrameId::from_index(self.frames);
                self.lanes.frame(snapshot, row, stream.association, stream.direction);
                self.ladders.frame(snapshot, id, row, stream.association, stream.direction);
            }
            self.frames += 1;
        }
        end.saturating_sub(start)
    }

    fn look_at_findings(&mut self, snapshot: &Snapshot, budget: usize) -> usize {
        self.findings = self.findings.max(snapshot.findings.first());
        let end = snapshot.findings.len().min(self.findings.saturating_add(budget));
        let start = self.findings;
        while self.findings < end {
            if let Some(finding) = snapshot.findings.get(self.findings) {
                self.lanes.finding(snapshot, FindingId::from_index(self.findings), finding);
            }
            self.findings += 1;
        }
        end.saturating_sub(start)
    }
}

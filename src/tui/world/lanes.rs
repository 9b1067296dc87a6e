//! Sums over the frames of each channel of each association: what the channels view shows.

use rustc_hash::FxHashMap;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, FindingId};
use crate::base::time::Timestamp;
use crate::spec::channel::Channel;
use crate::store::finding::{Finding, Severity};
use crate::store::row::{FrameRow, Protection, SealedReason};
use crate::store::snapshot::Snapshot;

use super::World;
use super::history::History;
use super::rate::Rate;

/// Lanes kept; frames of further channels are counted, not shown.
pub const MOST: usize = 1 << 15;

/// What is known of the frames of one channel in one direction.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Frames.
    pub frames: u64,
    /// Frames by second.
    pub rate: Rate,
    /// Frames over the whole capture.
    pub history: History,
    /// Sequence number of the last frame.
    pub seq: Option<u64>,
    /// Key epoch of the last frame that was opened.
    pub epoch: Option<u32>,
    /// Frames that stay sealed.
    pub sealed: u64,
    /// Whether the last protected frame could be opened, or why not.
    pub key: Option<Result<(), SealedReason>>,
}

/// A channel of an association.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The association.
    pub association: AssociationId,
    /// The channel.
    pub channel: Channel,
    /// Both directions.
    pub sides: [Side; 2],
    /// Findings about its frames: errors, warnings, notes.
    pub findings: [u64; 3],
    /// The worst of them, the first of its severity.
    pub worst: Option<(Severity, FindingId)>,
}

/// All lanes, kept up to date by looking at new frames and findings only.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    all: Vec<Lane>,
    places: FxHashMap<usize, u32>,
    newest: Timestamp,
    octets: Rate,
    /// Frames of channels for which there was no room.
    pub left_out: u64,
}

impl Lanes {
    /// Every lane, in order of its first frame.
    pub fn all(&self) -> &[Lane] {
        &self.all
    }

    /// The lane that a row of the list names.
    pub fn of_row(&self, row: usize) -> Option<&Lane> {
        self.all.get(*self.places.get(&row)? as usize)
    }

    /// Octets of frames on all lanes, by second.
    pub const fn octets(&self) -> &Rate {
        &self.octets
    }

    /// The time of the newest frame: what rates are reckoned from.
    pub const fn now(&self) -> Timestamp {
        self.newest
    }

    /// Takes a further frame.
    pub(super) fn frame(&mut self, snapshot: &Snapshot, row: &FrameRow, association: AssociationId, direction: Direction) {
        self.newest = self.newest.max(row.time);
        self.octets.add_many(row.time, row.length);
        let Some(lane) = self.lane(association, row.channel) else {
            self.left_out += 1;
            return;
        };
        let side = &mut lane.sides[direction.index()];
        side.frames += 1;
        side.rate.add(row.time);
        side.history.add(row.time);
        side.seq = Some(row.seq);
        match row.protection {
            Protection::Clear => {}
            Protection::Opened => {
                side.key = Some(Ok(()));
                side.epoch = snapshot.phase_of(row).map(|phase| phase.epoch).or(side.epoch);
            }
            Protection::Sealed(reason) => {
                side.sealed += 1;
                side.key = Some(Err(reason));
            }
        }
    }

    /// Takes a further finding.
    pub(super) fn finding(&mut self, snapshot: &Snapshot, id: FindingId, finding: &Finding) {
        let Some(frame) = finding.frame.and_then(|frame| snapshot.frame(frame)) else { return };
        let Some(lane) = self.lane(snapshot.association_of(frame), frame.channel) else { return };
        lane.findings[finding.severity.index()] += 1;
        if lane.worst.is_none_or(|(worst, _)| finding.severity > worst) {
            lane.worst = Some((finding.severity, id));
        }
    }

    fn lane(&mut self, association: AssociationId, channel: Channel) -> Option<&mut Lane> {
        let row = row_of(association, channel);
        let at = match self.places.get(&row) {
            Some(at) => *at as usize,
            None if self.all.len() >= MOST => return None,
            None => {
                self.places.insert(row, u32::try_from(self.all.len()).unwrap_or(u32::MAX));
                self.all.push(Lane { association, channel, sides: Default::default(), findings: [0; 3], worst: None });
                self.all.len() - 1
            }
        };
        self.all.get_mut(at)
    }
}

impl Lane {
    /// The row that names it.
    pub fn row(&self) -> usize {
        row_of(self.association, self.channel)
    }

    /// Frames a second of a direction: lately, or in the mean of the whole capture once that is over.
    pub fn per_second(&self, direction: Direction, world: &World) -> f64 {
        let side = &self.sides[direction.index()];
        let (from, now) = (world.origin(), world.now());
        if !world.shown.finished {
            return side.rate.per_second(from, now);
        }
        #[expect(clippy::cast_precision_loss, reason = "neither nanoseconds of a capture nor its frames come near 2^53")]
        let (frames, nanos) = (side.frames as f64, now.since(from).max(1) as f64);
        frames * 1e9 / nanos.max(1e9)
    }

    /// Frames of a direction as bars of equal time, oldest first: the last seconds, or the whole capture once that is over.
    pub fn bars(&self, direction: Direction, world: &World, count: usize) -> Vec<u32> {
        let side = &self.sides[direction.index()];
        if world.shown.finished {
            side.history.between(world.origin(), world.now(), count)
        } else {
            side.rate.last(world.now(), count).collect()
        }
    }

    /// Frames in both directions.
    pub fn frames(&self) -> u64 {
        self.sides.iter().map(|side| side.frames).sum()
    }
}

/// The row that names a channel of an association. It names it in every reading of the capture that numbers associations alike.
pub fn row_of(association: AssociationId, channel: Channel) -> usize {
    association.index() << 16 | usize::from(channel.0)
}

/// Association and channel that a row names.
pub fn named_by(row: usize) -> (AssociationId, Channel) {
    (AssociationId::from_index(row >> 16), Channel(u16::try_from(row & 0xFFFF).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_names_association_and_channel() {
        let (association, channel) = (AssociationId(40_000), Channel::FORBIDDEN);
        assert_eq!(named_by(row_of(association, channel)), (association, channel));
    }
}

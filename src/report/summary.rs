//! What every report says about the whole: verdict, gaps in the evidence, counts.

use crate::base::direction::Direction;
use crate::base::id::AssociationId;
use crate::base::input::DropCause;
use crate::base::text::{count_of, escape, grouped};
use crate::spec::channel::Channel;
use crate::store::finding::Severity;
use crate::store::row::{AssociationRow, End, FrameRow, InputRow, Protection, Start, closed_reason};
use crate::store::snapshot::Snapshot;

use super::limit;

/// The verdict over a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// An error or a warning was found. A note accuses nobody.
    Findings,
    /// Nothing was found, and nothing was missing.
    Clean,
    /// Nothing was found in what could be seen; something could not.
    CleanWithinEvidence,
    /// No frame at all, or Bridge frames of which not one could be read.
    Inconclusive,
}

impl Verdict {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Findings => "findings",
            Self::Clean => "clean",
            Self::CleanWithinEvidence => "clean-within-evidence",
            Self::Inconclusive => "inconclusive",
        }
    }

    /// The verdict from its grounds: findings by severity, frames seen, whether Bridge frames stay unread, whether evidence is missing.
    pub const fn of(findings: [u64; 3], frames: bool, bridge_unread: bool, missing: bool) -> Self {
        if findings[0] > 0 || findings[1] > 0 {
            Self::Findings
        } else if !frames || bridge_unread {
            Self::Inconclusive
        } else if missing {
            Self::CleanWithinEvidence
        } else {
            Self::Clean
        }
    }
}

/// The verdict over a snapshot.
pub fn verdict(snapshot: &Snapshot) -> Verdict {
    let missing = !evidence_gaps(snapshot).is_empty();
    Verdict::of(snapshot.finding_counts(), !snapshot.frames.is_empty(), bridge_unread(snapshot), missing)
}

/// Whether there are Bridge frames, and not one could be read. An exchange shows that some could, also when their rows are gone.
fn bridge_unread(snapshot: &Snapshot) -> bool {
    if !snapshot.exchanges.is_empty() {
        return false;
    }
    let mut bridge = snapshot.frames.iter().map(|(_, row)| row).filter(|row| row.channel == Channel::BRIDGE).peekable();
    bridge.peek().is_some() && !bridge.any(is_read)
}

fn is_read(row: &FrameRow) -> bool {
    row.complete && !matches!(row.protection, Protection::Sealed(_))
}

/// What hurts the evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapKind {
    /// The capture of an association began after its handshake.
    LateStart,
    /// One direction was not captured.
    OneWay,
    /// Octets of a stream are missing.
    StreamGap,
    /// Sequence numbers of a channel are missing.
    SeqGap,
    /// Packets were cut when they were captured.
    Snaplen,
    /// The capture dropped packets.
    CaptureDrops,
    /// Frames stay sealed.
    SealedFrames,
    /// A file is damaged.
    FileDamaged,
    /// A bound of the program was reached.
    LimitReached,
    /// Packets end at a layer that is not read, and anything may lie under it.
    UnreadLayer,
}

impl GapKind {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LateStart => "late-start",
            Self::OneWay => "one-way",
            Self::StreamGap => "stream-gap",
            Self::SeqGap => "seq-gap",
            Self::Snaplen => "snaplen",
            Self::CaptureDrops => "capture-drops",
            Self::SealedFrames => "sealed-frames",
            Self::FileDamaged => "file-damaged",
            Self::LimitReached | Self::UnreadLayer => "limit-reached",
        }
    }
}

/// A gap in the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// What is missing.
    pub kind: GapKind,
    /// Of which association.
    pub association: Option<AssociationId>,
    /// In which direction.
    pub direction: Option<Direction>,
    /// On which channel.
    pub channel: Option<Channel>,
    /// How often.
    pub count: u64,
    /// How many octets, where that is known.
    pub octets: Option<u64>,
    /// More, in words.
    pub detail: String,
}

impl Gap {
    fn new(kind: GapKind, count: u64, detail: impl Into<String>) -> Self {
        Self { kind, association: None, direction: None, channel: None, count, octets: None, detail: detail.into() }
    }

    /// What people read of it, in parts; `number` tells the number of an association.
    pub fn words(&self, number: impl Fn(AssociationId) -> u64) -> Vec<String> {
        let mut parts = vec![format!("{} {}", self.kind.name(), grouped(self.count))];
        parts.extend(self.association.map(|id| format!("association {}", number(id))));
        parts.extend(self.direction.map(|direction| direction.name().to_owned()));
        parts.extend(self.channel.map(Channel::label));
        parts.extend(self.octets.map(|octets| count_of(octets, "octet", "octets")));
        parts.push(escape(&self.detail));
        parts.extend(limit::words(&self.detail).filter(|_| self.kind == GapKind::LimitReached).map(str::to_owned));
        parts
    }

    fn of(mut self, association: AssociationId, direction: Option<Direction>) -> Self {
        (self.association, self.direction) = (Some(association), direction);
        self
    }
}

/// Gaps as people are told them, and how many of each kind are left out.
#[derive(Clone, Debug, Default)]
pub struct Told<'a> {
    /// Those of the capture as a whole, which limit every verdict: all of them. Then those of associations, as far as there is room.
    pub gaps: Vec<&'a Gap>,
    /// The others by kind.
    left_out: Vec<(&'static str, u64)>,
}

impl<'a> Told<'a> {
    /// Tells at most `most` gaps, or those of the whole capture when they are more.
    pub fn of(gaps: &'a [Gap], most: usize) -> Self {
        let (of_some, mut told): (Vec<&Gap>, Vec<&Gap>) = gaps.iter().partition(|gap| gap.association.is_some());
        let room = most.saturating_sub(told.len());
        let mut left_out: Vec<(&'static str, u64)> = Vec::new();
        for name in of_some.iter().skip(room).map(|gap| gap.kind.name()) {
            match left_out.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => left_out.push((name, 1)),
            }
        }
        told.extend(of_some.into_iter().take(room));
        Self { gaps: told, left_out }
    }

    /// What is left out, in words; `None` when nothing is.
    pub fn rest(&self) -> Option<String> {
        let sum = self.left_out.iter().map(|(_, count)| count).sum::<u64>();
        let kinds: Vec<String> = self.left_out.iter().map(|(name, count)| format!("{name} {}", grouped(*count))).collect();
        (sum > 0).then(|| format!("{}: {}", count_of(sum, "more gap", "more gaps"), kinds.join(", ")))
    }
}

/// Every gap: of the inputs first, then what is not read of them, then of the associations, then bounds that were reached.
pub fn evidence_gaps(snapshot: &Snapshot) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = snapshot.inputs.iter().flat_map(input_gaps).collect();
    gaps.extend(snapshot.unread.iter().map(|(layer, count)| Gap::new(GapKind::UnreadLayer, *count, layer.to_string())));
    for (at, row) in snapshot.associations.iter() {
        association_gaps(AssociationId::from_index(at), row, snapshot, &mut gaps);
    }
    gaps.extend(snapshot.limits_reached.iter().map(|(name, count)| Gap::new(GapKind::LimitReached, *count, *name)));
    let dropped = snapshot.findings_dropped.iter();
    gaps.extend(
        dropped.map(|(rule, count)| Gap::new(GapKind::LimitReached, *count, format!("further findings of {rule} were only counted"))),
    );
    gaps
}

fn input_gaps(input: &InputRow) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let dropped = DropCause::ALL.into_iter().zip(input.drops).filter(|(_, count)| *count > 0);
    gaps.extend(
        dropped.map(|(cause, count)| Gap::new(GapKind::CaptureDrops, count, format!("{}: dropped by the {}", input.name, cause.name()))),
    );
    if input.overwritten > 0 {
        gaps.push(Gap::new(GapKind::CaptureDrops, input.overwritten, format!("{}: overwritten before they were read", input.name)));
    }
    let damage = input.damage.iter();
    gaps.extend(damage.map(|(offset, detail)| Gap::new(GapKind::FileDamaged, 1, format!("{}: {detail} at octet {offset}", input.name))));
    gaps
}

/// Nanoseconds within which a peer that can be heard has said something.
const ANSWER: i64 = 2_000_000_000;

/// Whether one direction was not captured. A peer that had no time to answer yet is none of whom something is missing.
pub fn is_one_way(row: &AssociationRow, snapshot: &Snapshot) -> bool {
    let may_answer = !snapshot.finished && row.end == End::CaptureEnd && snapshot.now.since(row.first_time) < ANSWER;
    row.seen.contains(&false) && !may_answer
}

fn association_gaps(id: AssociationId, row: &AssociationRow, snapshot: &Snapshot, gaps: &mut Vec<Gap>) {
    let one_way = is_one_way(row, snapshot);
    if row.start == Start::MidStream {
        gaps.push(Gap::new(GapKind::LateStart, 1, "the handshake was not captured").of(id, None));
    }
    for direction in Direction::BOTH {
        if one_way && !row.seen[direction.index()] {
            gaps.push(Gap::new(GapKind::OneWay, 1, "no octet of this direction was captured").of(id, Some(direction)));
        }
        gaps.extend(stream_gaps(row, direction).map(|gap| gap.of(id, Some(direction))));
    }
    for (direction, channel, count) in &row.seq_gaps {
        let gap = Gap::new(GapKind::SeqGap, *count, "sequence numbers were not seen").of(id, Some(*direction));
        gaps.push(Gap { channel: Some(*channel), ..gap });
    }
    for (reason, count) in &row.sealed {
        gaps.push(Gap::new(GapKind::SealedFrames, *count, reason.name()).of(id, None));
    }
    gaps.extend(lost_packets(id, row));
    gaps.extend(carrier_gaps(row).map(|(direction, gap)| gap.of(id, Some(direction))));
}

/// Records or packets of the carrier that stay closed for want of a key, per direction.
fn carrier_gaps(row: &AssociationRow) -> impl Iterator<Item = (Direction, Gap)> {
    let facts = row.carrier.as_deref().into_iter();
    let sides = facts.flat_map(|facts| Direction::BOTH.into_iter().zip(facts.shape).zip(facts.closed));
    sides.filter_map(|((direction, shape), closed)| {
        let detail = format!("{}: {} stay closed", closed_reason(closed?).name(), row.carrier_kind().units());
        let gap = Gap { octets: Some(shape.closed_octets), ..Gap::new(GapKind::SealedFrames, shape.closed, detail) };
        Some((direction, gap))
    })
}

/// Packets of QUIC that one side received and the capture lacks: what they held is not known.
fn lost_packets(id: AssociationId, row: &AssociationRow) -> impl Iterator<Item = Gap> {
    let lost = row.carrier.as_deref().map_or([0; 2], |facts| facts.quic.lost);
    let lost = Direction::BOTH.into_iter().zip(lost).filter(|(_, count)| *count > 0);
    lost.map(move |(direction, count)| {
        Gap::new(GapKind::StreamGap, count, "packets that the other side acknowledges were not captured").of(id, Some(direction))
    })
}

/// Missing octets of a direction, apart by whether packets were cut or absent.
fn stream_gaps(row: &AssociationRow, direction: Direction) -> impl Iterator<Item = Gap> {
    let listed = &row.gaps[direction.index()];
    let total = row.gap_count[direction.index()];
    let sum = |snaplen: bool| {
        let mine = listed.iter().filter(move |gap| gap.snaplen == snaplen);
        mine.fold((0_u64, 0_u64), |(count, octets), gap| (count + 1, octets.saturating_add(gap.length)))
    };
    let (cut, cut_octets) = sum(true);
    let (_, lost_octets) = sum(false);
    let gap = |kind, count, octets, detail: &str| Gap { octets: Some(octets), ..Gap::new(kind, count, detail) };
    let lost = gap(GapKind::StreamGap, total.saturating_sub(cut), lost_octets, "octets of the stream were not captured");
    let cut = gap(GapKind::Snaplen, cut, cut_octets, "packets were cut when they were captured");
    [lost, cut].into_iter().filter(|gap| gap.count > 0)
}

/// How much there is of everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Packets read.
    pub packets: u64,
    /// Associations.
    pub associations: u64,
    /// Frames whose header was captured.
    pub frames: u64,
    /// Sealed frames that were opened.
    pub opened: u64,
    /// Sealed frames that were not.
    pub sealed: u64,
    /// Exchanges.
    pub exchanges: u64,
    /// Errors, warnings, notes.
    pub findings: [u64; 3],
}

impl Counts {
    /// The counts of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let rows = || snapshot.associations.iter().map(|(_, row)| row);
        Self {
            packets: snapshot.packets,
            associations: snapshot.associations.len() as u64,
            frames: snapshot.frames.len() as u64,
            opened: rows().map(|row| row.opened).sum(),
            sealed: rows().map(AssociationRow::sealed_total).sum(),
            exchanges: snapshot.exchanges.len() as u64,
            findings: snapshot.finding_counts(),
        }
    }

    /// Findings at or above a severity.
    pub fn at_least(&self, severity: Severity) -> u64 {
        self.findings.iter().take(severity.index() + 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_limits_the_whole_capture_is_told_first_and_never_left_out() {
        let of = |at: usize, kind| Gap::new(kind, 1, "").of(AssociationId::from_index(at), None);
        let mut gaps: Vec<Gap> = (0..9).map(|at| of(at, if at % 3 == 0 { GapKind::LateStart } else { GapKind::OneWay })).collect();
        gaps.extend(["frames", "flows"].map(|name| Gap::new(GapKind::LimitReached, 7, name)));
        let told = Told::of(&gaps, 4);
        let kinds: Vec<&str> = told.gaps.iter().map(|gap| gap.kind.name()).collect();
        assert_eq!(kinds, ["limit-reached", "limit-reached", "late-start", "one-way"]);
        assert_eq!(told.rest().as_deref(), Some("7 more gaps: one-way 5, late-start 2"));
        let least = Told::of(&gaps, 1);
        assert_eq!((least.gaps.len(), least.rest().as_deref()), (2, Some("9 more gaps: late-start 3, one-way 6")));
        assert_eq!(Told::of(&[], 4).rest(), None);
    }

    #[test]
    fn a_note_accuses_nobody() {
        assert_eq!(Verdict::of([0, 0, 5], true, false, false), Verdict::Clean);
        assert_eq!(Verdict::of([0, 1, 0], true, true, true), Verdict::Findings);
    }

    #[test]
    fn nothing_seen_is_inconclusive_and_something_missing_is_said() {
        assert_eq!(verdict(&Snapshot::default()), Verdict::Inconclusive);
        assert_eq!(Verdict::of([0; 3], true, true, false), Verdict::Inconclusive);
        assert_eq!(Verdict::of([0; 3], true, false, true), Verdict::CleanWithinEvidence);
    }

    #[test]
    fn counts_findings_at_or_above_a_severity() {
        let counts = Counts { findings: [1, 2, 4], ..Counts::default() };
        assert_eq!(Severity::WORST_FIRST.map(|severity| counts.at_least(severity)), [1, 3, 7]);
    }
}

//! What the detail shows: one frame of the selected row, as a tree and as octets, with the findings about it.

pub mod facts;
pub mod fold;
pub mod group;
pub mod hex;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::span::ByteSpan;
use crate::base::tree::{Buffer, Tree};
use crate::report::conformance::{LINES, Line, findings_against};
use crate::store::finding::Place;
use crate::store::octets::FrameOctets;
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::looks::{Grouping, group_named};
use super::world::World;
use fold::Folds;
use hex::Blocks;

/// The row that the detail is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The view it was opened in.
    pub view: View,
    /// Its row.
    pub row: usize,
}

/// A frame as read back: its octets, or why they could not be read, and what they say.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The frame.
    pub frame: FrameId,
    /// Its octets.
    pub octets: Result<FrameOctets, String>,
    /// Its fields.
    pub tree: Tree,
}

/// The detail of a row.
#[derive(Clone, Debug)]
pub struct Detail {
    /// What it is about.
    pub subject: Subject,
    /// Frames of the subject, in order.
    pub frames: Vec<FrameId>,
    /// The frame shown; `None` when the subject has none.
    pub frame: Option<FrameId>,
    /// The fields with what is folded and selected.
    pub folds: Folds,
    /// The octets in blocks, with the cursor.
    pub blocks: Blocks,
    /// Why octets are missing.
    pub failure: Option<String>,
    /// Findings about the subject.
    pub findings: Vec<FindingId>,
    /// Which finding is in hand.
    pub finding: usize,
    seen: Option<FrameRow>,
}

impl Detail {
    /// The detail of a row before its octets are there. Rows without a frame are complete at once.
    pub fn new(world: &World, subject: Subject) -> Self {
        let snapshot = &*world.shown;
        let frames = frames_of(snapshot, subject);
        let frame = first_frame(snapshot, subject, &frames);
        let mut detail = Self {
            subject,
            frames,
            frame,
            folds: Folds::default(),
            blocks: Blocks::default(),
            failure: None,
            findings: findings_of(snapshot, subject),
            finding: 0,
            seen: frame.and_then(|id| snapshot.frame(id)).copied(),
        };
        if frame.is_none() {
            detail.folds = Folds::new(facts::of(world, subject));
        }
        detail
    }

    /// Takes what was read back, if it still is what is wanted.
    pub fn load(&mut self, snapshot: &Snapshot, loaded: Loaded) {
        if self.frame != Some(loaded.frame) {
            return;
        }
        self.seen = snapshot.frame(loaded.frame).copied();
        let again = !self.folds.tree().fields.is_empty();
        let selected = self.folds.selected_index();
        self.folds = Folds::new(loaded.tree);
        match loaded.octets {
            Ok(octets) => (self.blocks, self.failure) = (Blocks::new(octets), None),
            Err(failure) => (self.blocks, self.failure) = (Blocks::default(), Some(failure)),
        }
        if again {
            self.folds.select_index(selected);
        } else {
            self.point_at_finding(snapshot);
        }
        self.follow_field();
    }

    /// Keeps what `old`, of another reading, shows of the same frame until it is read back: fields, octets and where one stands.
    pub fn keep(&mut self, old: Self, snapshot: &Snapshot) {
        self.folds = old.folds;
        self.blocks = old.blocks;
        self.failure = old.failure;
        self.finding = old.finding.min(self.findings.len().saturating_sub(1));
        self.seen = self.frame.and_then(|id| snapshot.frame(id)).copied();
    }

    /// Whether the shown frame's row changed since it was read, so that reading again shows more.
    pub fn is_stale(&self, snapshot: &Snapshot) -> bool {
        self.frame.and_then(|id| snapshot.frame(id)) != self.seen.as_ref()
    }

    /// Takes findings and frames that arrived since. Returns whether there are some.
    pub fn refresh(&mut self, snapshot: &Snapshot) -> bool {
        let (frames, findings) = (frames_of(snapshot, self.subject), findings_of(snapshot, self.subject));
        let changed = frames != self.frames || findings != self.findings;
        (self.frames, self.findings) = (frames, findings);
        changed
    }

    /// The other half: from the request to the reply and back. Answers with the frame now wanted.
    pub fn other_half(&mut self, snapshot: &Snapshot) -> Option<FrameId> {
        let other = other_half(snapshot, self.frame?)?;
        self.show(snapshot, other);
        Some(other)
    }

    /// Turns to a frame of the subject; its octets must be loaded then.
    pub fn show(&mut self, snapshot: &Snapshot, frame: FrameId) {
        self.frame = Some(frame);
        self.folds = Folds::default();
        self.blocks = Blocks::default();
        self.failure = None;
        self.seen = snapshot.frame(frame).copied();
    }

    /// Takes the next or previous finding in hand. Answers with the frame it is about when that is another one.
    pub fn step_finding(&mut self, snapshot: &Snapshot, forward: bool) -> Option<Step> {
        let next = if forward { self.finding + 1 } else { self.finding.checked_sub(1)? };
        let id = *self.findings.get(next)?;
        self.finding = next;
        match snapshot.finding(id).and_then(|finding| finding.frame) {
            Some(frame) if Some(frame) != self.frame && self.frames.contains(&frame) => {
                self.show(snapshot, frame);
                Some(Step::OtherFrame(frame))
            }
            _ => {
                self.point_at_finding(snapshot);
                self.follow_field();
                Some(Step::Here)
            }
        }
    }

    /// Lights the octets of the selected field.
    pub fn follow_field(&mut self) {
        if let Some(field) = self.folds.selected() {
            self.blocks.light(field.buffer, field.span);
        }
    }

    /// Selects the innermost field that covers the octet under the cursor.
    pub fn follow_octet(&mut self) {
        if let Some((buffer, offset)) = self.blocks.cursor() {
            self.folds.select_covering(buffer, offset);
            if let Some(field) = self.folds.selected() {
                self.blocks.light_only(field.buffer, field.span);
            }
        }
    }

    /// Selects the field that the finding in hand points at.
    fn point_at_finding(&mut self, snapshot: &Snapshot) {
        let Some(finding) = self.findings.get(self.finding).and_then(|id| snapshot.finding(*id)) else { return };
        if finding.frame != self.frame {
            return;
        }
        if let Some((buffer, span)) = finding.place.and_then(|place| self.octets_of(place)) {
            self.folds.select_span(buffer, span);
        }
    }

    /// Where a finding's place lies. Foreign octets end where the payload ends, so their start is known from the tree.
    fn octets_of(&self, place: Place) -> Option<(Buffer, ByteSpan)> {
        Some(match place {
            Place::Header(span) => (Buffer::Header, span),
            Place::Payload(span) => (Buffer::Payload, span),
            Place::Foreign(span) => (Buffer::Payload, span.shift(self.folds.foreign_start()?)),
        })
    }
}

/// What stepping to a finding led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It is about the frame shown.
    Here,
    /// It is about another frame, which must be loaded.
    OtherFrame(FrameId),
}

/// The other half of the exchange that a frame belongs to: the reply of a request, else the request.
pub fn other_half(snapshot: &Snapshot, frame: FrameId) -> Option<FrameId> {
    let exchange = snapshot.exchange(snapshot.frame(frame)?.exchange()?)?;
    let (request, reply) = (exchange.request, exchange.reply);
    let other = if request == Some(frame) { reply } else { request };
    other.filter(|other| *other != frame)
}

fn frames_of(snapshot: &Snapshot, subject: Subject) -> Vec<FrameId> {
    match subject.view {
        View::Exchanges => snapshot.exchange_frames(ExchangeId::from_index(subject.row)),
        View::Frames => vec![FrameId::from_index(subject.row)],
        View::Diagram => {
            let frame = FrameId::from_index(subject.row);
            let exchange = snapshot.frame(frame).and_then(FrameRow::exchange);
            exchange.map_or_else(|| vec![frame], |exchange| snapshot.exchange_frames(exchange))
        }
        View::Associations | View::Channels | View::Conformance => Vec::new(),
        View::Findings => {
            let finding = snapshot.finding(FindingId::from_index(subject.row));
            finding.map_or_else(Vec::new, |finding| finding.frame.into_iter().chain(finding.peer).collect())
        }
    }
}

fn first_frame(snapshot: &Snapshot, subject: Subject, frames: &[FrameId]) -> Option<FrameId> {
    let request = match subject.view {
        View::Exchanges => snapshot.exchange(ExchangeId::from_index(subject.row)).and_then(|row| row.request),
        View::Diagram => Some(FrameId::from_index(subject.row)).filter(|frame| snapshot.frame(*frame).is_some()),
        _ => None,
    };
    request.or_else(|| frames.first().copied())
}

/// Findings about a row, worst first.
pub fn findings_of(snapshot: &Snapshot, subject: Subject) -> Vec<FindingId> {
    let mut found = match subject.view {
        View::Exchanges => snapshot.findings_of_exchange(ExchangeId::from_index(subject.row)).to_vec(),
        View::Frames | View::Diagram => snapshot.findings_of_frame(FrameId::from_index(subject.row)).to_vec(),
        View::Associations => of_association(snapshot, AssociationId::from_index(subject.row)),
        View::Findings => match group_named(subject.row) {
            Some((grouping, member)) => of_group(snapshot, grouping, member),
            None => return vec![FindingId::from_index(subject.row)],
        },
        View::Channels => Vec::new(),
        View::Conformance => against(snapshot, subject.row),
    };
    found.sort_by_key(|id| (std::cmp::Reverse(snapshot.finding(*id).map(|finding| finding.severity)), *id));
    found
}

/// Findings about an association itself come first in mind: at most as many as a pane can sensibly walk.
fn of_association(snapshot: &Snapshot, association: AssociationId) -> Vec<FindingId> {
    let all = snapshot.findings.iter().filter(|(_, finding)| finding.association == Some(association));
    all.map(|(at, _)| FindingId::from_index(at)).take(ASSOCIATION_FINDINGS).collect()
}

/// Findings of the group that a finding is of.
fn of_group(snapshot: &Snapshot, grouping: Grouping, member: FindingId) -> Vec<FindingId> {
    let Some((key, _)) = snapshot.finding(member).map(|finding| grouping.group_of(finding)) else { return Vec::new() };
    let same = snapshot.findings.iter().filter(|(_, finding)| grouping.group_of(finding).0 == key);
    same.map(|(at, _)| FindingId::from_index(at)).take(ASSOCIATION_FINDINGS).collect()
}

/// Findings against the clause of a line; none for a heading.
fn against(snapshot: &Snapshot, row: usize) -> Vec<FindingId> {
    match LINES.get(row) {
        Some(Line::Clause(place)) => findings_against(snapshot, *place, ASSOCIATION_FINDINGS),
        _ => Vec::new(),
    }
}

/// Findings of one association, group or clause that its detail walks through; the findings view has all.
const ASSOCIATION_FINDINGS: usize = 200;

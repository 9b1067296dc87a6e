//! What the detail shows: one frame of the selected row, as a tree and as octets, with the findings about it.

pub mod evidence;
pub mod facts;
pub mod finding;
pub mod fold;
pub mod group;
pub mod hex;
pub mod memory;
pub mod message;
mod pane;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::tree::Tree;
use crate::codec::json::scan::{Bounds, scan};
use crate::report::conformance::{LINES, findings_against};
use crate::store::octets::FrameOctets;
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::looks::{Grouping, group_named};
use super::world::World;
use evidence::{Evidence, octets_of};
use fold::Folds;
use hex::Blocks;
use memory::{Memory, Reading};
use message::Message;

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
    /// Where, in the carried message, names begin that their object already has.
    pub repeated: Vec<u32>,
}

impl Loaded {
    /// A frame that was read back.
    pub fn new(frame: FrameId, octets: Result<FrameOctets, String>, tree: Tree) -> Self {
        let foreign = tree.fields.iter().find(|field| field.path == "foreign").map(|field| field.span.start as usize);
        let plain = octets.as_ref().ok().and_then(|octets| octets.plain.as_deref());
        let message = foreign.zip(plain).and_then(|(at, plain)| plain.get(at..)).filter(|message| message::is_json(message));
        let scanned = message.map(|message| scan(message, Bounds::default(), |_| {}));
        let repeated = scanned.map(|found| found.duplicates.iter().map(|duplicate| duplicate.name.start).collect());
        Self { frame, octets, tree, repeated: repeated.unwrap_or_default() }
    }
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
    /// The carried message as text.
    pub message: Message,
    /// How the frame is read.
    pub reading: Reading,
    /// Where the findings about the frame point.
    pub evidence: Evidence,
    /// Whether octets are being read back.
    pub waits: bool,
    /// Where, in the carried message, names begin that their object already has.
    repeated: Vec<u32>,
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
    pub fn new(world: &World, subject: Subject, memory: &Memory) -> Self {
        let snapshot = &*world.shown;
        let frames = frames_of(snapshot, subject);
        let findings = findings_of(snapshot, subject);
        let frame = frame_at_fault(snapshot, subject, &frames, &findings).or_else(|| first_frame(snapshot, subject, &frames));
        let mut detail = Self {
            subject,
            frames,
            frame,
            folds: Folds::default(),
            blocks: Blocks::default(),
            message: Message::default(),
            reading: Reading::Fields,
            evidence: Evidence::default(),
            waits: frame.is_some(),
            repeated: Vec::new(),
            failure: None,
            findings,
            finding: 0,
            seen: frame.and_then(|id| snapshot.frame(id)).copied(),
        };
        if frame.is_none() {
            detail.folds = Folds::new(facts::of(world, subject), memory);
        }
        detail
    }

    /// Takes what was read back, if it still is what is wanted.
    pub fn load(&mut self, snapshot: &Snapshot, loaded: Loaded, memory: &Memory) {
        if self.frame != Some(loaded.frame) {
            return;
        }
        self.waits = false;
        self.seen = snapshot.frame(loaded.frame).copied();
        let again = self.folds.selected_key().filter(|_| !self.folds.tree().fields.is_empty());
        self.folds = Folds::new(loaded.tree, memory);
        match loaded.octets {
            Ok(octets) => (self.blocks, self.failure) = (Blocks::new(octets), None),
            Err(failure) => (self.blocks, self.failure) = (Blocks::default(), Some(failure)),
        }
        self.blocks.split_at(self.folds.foreign_start());
        self.message = Message::default();
        self.repeated = loaded.repeated;
        self.reading = self.possible(memory.reading);
        self.evidence = Evidence::of(snapshot, loaded.frame, &self.folds);
        let kept = again.or(memory.selected).is_some_and(|key| self.folds.select_key(key));
        if !kept {
            self.point_at_finding(snapshot);
        }
        self.follow_field();
    }

    /// Keeps what `old`, of another reading, shows of the same frame until it is read back: fields, octets and where one stands.
    pub fn keep(&mut self, old: Self, snapshot: &Snapshot) {
        self.folds = old.folds;
        self.blocks = old.blocks;
        self.message = old.message;
        self.repeated = old.repeated;
        self.reading = old.reading;
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
        if let Some(frame) = self.frame.filter(|_| changed) {
            self.evidence = Evidence::of(snapshot, frame, &self.folds);
        }
        changed
    }

    /// The other half: from the request to the reply and back; where the finding in hand names another frame, from its frame to that
    /// first, and around all of them. Answers with the frame now wanted.
    pub fn other_half(&mut self, snapshot: &Snapshot) -> Option<FrameId> {
        let ring = self.ring(snapshot);
        let here = ring.iter().position(|frame| Some(*frame) == self.frame).unwrap_or(0);
        let other = ring.get((here + 1) % ring.len().max(1)).copied().filter(|other| Some(*other) != self.frame)?;
        self.show(snapshot, other);
        Some(other)
    }

    /// Whether the finding in hand names a frame outside the exchange.
    pub fn has_peer(&self, snapshot: &Snapshot) -> bool {
        let peer = self.findings.get(self.finding).and_then(|id| snapshot.finding(*id)).and_then(|finding| finding.peer);
        let half = first_frame(snapshot, self.subject, &self.frames).and_then(|frame| other_half(snapshot, frame));
        peer.is_some_and(|peer| snapshot.frame(peer).is_some() && half != Some(peer))
    }

    /// The frames that belong together: request and reply, and the other frame of the finding in hand.
    fn ring(&self, snapshot: &Snapshot) -> Vec<FrameId> {
        let first = first_frame(snapshot, self.subject, &self.frames).into_iter();
        let finding = self.findings.get(self.finding).and_then(|id| snapshot.finding(*id));
        let named = finding.filter(|finding| finding.peer.is_some_and(|peer| snapshot.frame(peer).is_some()));
        let named = named.into_iter().flat_map(|finding| finding.frame.into_iter().chain(finding.peer));
        let of_finding = finding.and_then(|finding| finding.frame);
        let mut ring = Vec::new();
        for frame in named.chain(first.flat_map(|frame| [Some(frame), other_half(snapshot, frame)]).flatten()).chain(of_finding) {
            if !ring.contains(&frame) {
                ring.push(frame);
            }
        }
        ring
    }

    /// Turns to a frame of the subject; its octets must be loaded then.
    pub fn show(&mut self, snapshot: &Snapshot, frame: FrameId) {
        self.frame = Some(frame);
        self.folds = Folds::default();
        self.blocks = Blocks::default();
        self.message = Message::default();
        self.evidence = Evidence::default();
        self.failure = None;
        self.waits = true;
        self.seen = snapshot.frame(frame).copied();
    }

    /// Whether a line of the message begins with a name that its object already has.
    pub fn is_repeated(&self, line: &message::layout::Line) -> bool {
        self.repeated.contains(&line.span.start) && !line.goes_on
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

    /// Selects the field that the finding in hand points at.
    fn point_at_finding(&mut self, snapshot: &Snapshot) {
        let Some(finding) = self.findings.get(self.finding).and_then(|id| snapshot.finding(*id)) else { return };
        if finding.frame != self.frame {
            return;
        }
        if let Some((buffer, span)) = finding.place.and_then(|place| octets_of(place, self.folds.foreign_start())) {
            self.folds.select_span(buffer, span);
        }
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

/// The frame of an exchange that its worst finding is about.
fn frame_at_fault(snapshot: &Snapshot, subject: Subject, frames: &[FrameId], findings: &[FindingId]) -> Option<FrameId> {
    let worst = findings.first().filter(|_| subject.view == View::Exchanges)?;
    snapshot.finding(*worst)?.frame.filter(|frame| frames.contains(frame))
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

/// Findings that a line counts; none for a heading.
fn against(snapshot: &Snapshot, row: usize) -> Vec<FindingId> {
    LINES.get(row).map_or_else(Vec::new, |line| findings_against(snapshot, *line, ASSOCIATION_FINDINGS))
}

/// Findings of one association, group or clause that its detail walks through; the findings view has all.
const ASSOCIATION_FINDINGS: usize = 200;

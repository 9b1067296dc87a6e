//! What rests on the silence of a peer.
//!
//! On TCP a segment says how far its sender has heard the other peer. A packet of QUIC may say it later, or not at all: then what the
//! other peer sent last may be missing from the capture without a trace. So a finding that rests on what a peer had not sent by then is
//! held back until the next packet of that peer was captured: no number is missing before it. If that never comes, it is a note.

use crate::base::id::{FlowId, FrameId};
use crate::rules;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::finding::{Finding, Severity};

use super::Engine;
use super::flow::Carried;
use super::raw::{Next, Raw};

/// Findings of an association that are held back; those beyond them are notes at once.
const MOST: usize = 256;

/// A finding, and what would prove it.
struct Held {
    finding: Finding,
    next: Next,
}

/// Findings of an association that rest on what was not seen yet.
#[derive(Default)]
pub(super) struct Silence {
    /// What would prove those about the frame that is judged; `None` when nothing is missing.
    pub(super) next: Option<Next>,
    held: Vec<Held>,
    /// The same of frames that confirm the end, which are judged when all is over.
    confirmed: Vec<(FrameId, Next)>,
}

impl Silence {
    /// Holds a finding back, or gives it back as it can be told now.
    pub(super) fn pass(&mut self, mut finding: Finding) -> Option<Finding> {
        let Some(next) = self.next.filter(|_| finding.severity > Severity::Note && rules::presumes_silence(finding.rule.id)) else {
            return Some(finding);
        };
        if self.held.len() < MOST {
            self.held.push(Held { finding, next });
            return None;
        }
        finding.severity = Severity::Note;
        Some(finding)
    }

    /// Notes what would prove a finding about a frame that confirms the end.
    fn confirms(&mut self, frame: FrameId) {
        if self.confirmed.len() < MOST {
            self.confirmed.extend(self.next.map(|next| (frame, next)));
        }
    }

    /// Drops what is held of a rule about a frame: another finding takes its place.
    pub(super) fn drop_of(&mut self, frame: Option<FrameId>, rule: &str) {
        self.held.retain(|held| held.finding.frame != frame || held.finding.rule.id != rule);
    }

    /// Takes what is proven; in the `end` the others, too, as notes.
    fn settle(&mut self, end: bool, is_proven: impl Fn(Next) -> bool) -> Vec<Finding> {
        let (ripe, held) = std::mem::take(&mut self.held).into_iter().partition(|held| end || is_proven(held.next));
        self.held = held;
        let told = |Held { mut finding, next }: Held| {
            if !is_proven(next) {
                finding.severity = finding.severity.min(Severity::Note);
            }
            finding
        };
        let ripe: Vec<Held> = ripe;
        ripe.into_iter().map(told).collect()
    }
}

impl Engine {
    /// The next packet of the peer of a run's sender.
    pub(super) fn next_of_peer(&self, id: FlowId, run: usize) -> Option<Next> {
        let flow = self.flows.get(&id)?;
        let Carried::Quic(streams) = &flow.carried else { return None };
        let side = 1 - flow.runs.get(run)?.side;
        Some(Next { connection: streams.connection, side, number: self.quic.next_number(streams.connection, side)? })
    }

    /// Whether a packet was captured.
    pub(super) fn has_come(&self, next: Next) -> bool {
        self.quic.has_opened(next.connection, next.side, next.number)
    }

    /// A frame was judged: remembers what waits. What is said of one that confirms the end is said when all is over.
    pub(super) fn note_silence(&mut self, index: usize, frame: FrameId, raw: &Raw) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        if raw.header.channel == Channel::CONTROL && raw.header.frame_type == FrameType::CLOSE_ACK {
            assoc.silence.confirms(frame);
        }
        if !assoc.silence.held.is_empty() {
            self.silent.insert(index);
        }
    }

    /// Lowers findings about the end to notes that rest on a silence which nothing proves.
    pub(super) fn doubt_silence(&self, index: usize, found: &mut [Finding]) {
        let Some(assoc) = self.associations.get(index) else { return };
        for finding in found.iter_mut().filter(|finding| rules::presumes_silence(finding.rule.id)) {
            let known = assoc.silence.confirmed.iter().find(|(frame, _)| Some(*frame) == finding.frame);
            if known.is_some_and(|(_, next)| !self.has_come(*next)) {
                finding.severity = finding.severity.min(Severity::Note);
            }
        }
    }

    /// Tells what packets have proven.
    pub(super) fn settle_silence(&mut self) {
        for index in std::mem::take(&mut self.silent) {
            self.tell_silence(index, false);
        }
    }

    /// Tells what is proven; in the `end` all that is held.
    pub(super) fn tell_silence(&mut self, index: usize, end: bool) {
        let Self { associations, quic, recorder, store, .. } = self;
        let Some(assoc) = associations.get_mut(index) else { return };
        assoc.silence.next = None;
        let found = assoc.silence.settle(end, |next| quic.has_opened(next.connection, next.side, next.number));
        recorder.store(found, store, Some(assoc));
        if !assoc.silence.held.is_empty() {
            self.silent.insert(index);
        }
    }
}

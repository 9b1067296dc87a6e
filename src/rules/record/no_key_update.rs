//! `record/no-key-update`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::ledger::{EpochFact, Measure};
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// Where no text names bounds (generation 2, or none known), whether one key is used for longer than generation 3 allows: by
    /// frames, octets or time. Said once an epoch.
    /// ## Why it matters
    /// A key that is used for long protects more than it should, and its loss opens all of that.
    /// ## What to do
    /// Send `KEY_UPDATE` regularly.
    pub static NO_KEY_UPDATE = {
        id: "record/no-key-update", severity: Note, certainty: Heuristic,
        clause: Should CORE "key update", scope: Association, fault: Sender,
        alternative: "generation 2 leaves the bounds to the profile and publishes none",
        check: Frame(check),
        fixtures: [
            "sequence number 2^24 without a key update" => 1, |s| {
                s.late().frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).seq(1 << 24));
            };
            "a number below" => 0, |s| { s.late().frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).seq((1 << 24) - 1)); };
            "in generation 3 the bounds have rules of their own" => 0 also ["keyupdate/frames-exceeded", "record/seq-gap"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(1 << 24));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.association.is_gen3() {
        return;
    }
    for fact in &frame.standing.epoch {
        let EpochFact::Bound { measure, value, bound, beyond: true, .. } = *fact else { continue };
        let (what, place) = match measure {
            Measure::Frames => ("frames", header(9, 17)),
            Measure::Octets => ("octets", None),
            Measure::Seconds => ("seconds", None),
        };
        let message = format!("{} goes beyond {bound} {what} without a key update", frame.label());
        sink.report(place, message).evidence("value", value).evidence("bound", bound);
        return;
    }
}

//! `keyupdate/frames-exceeded`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::ledger::{EpochFact, Measure};
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that no sequence number of an epoch reaches the bound of the profile: 2^24 at Standard, 2^22 at High, 2^20 at
    /// Sovereign.
    /// ## Why it matters
    /// The bound keeps the damage of a lost key and the chance of a forged tag small.
    /// ## What to do
    /// Send `KEY_UPDATE` on the channel before the bound is reached.
    pub static FRAMES_EXCEEDED = {
        id: "keyupdate/frames-exceeded", severity: Error, certainty: Certain,
        clause: Must CORE "11.7 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "sequence number 2^24 at Standard" => 1 also ["record/seq-gap"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(1 << 24)).ping(C2s);
            };
            "sequence number 2^20 at Sovereign" => 1 also ["record/seq-gap"], |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).ping(C2s);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(1 << 20));
            };
            "2^20 at Standard" => 0, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(1 << 20)); };
            "a key update in time" => 0 also ["record/seq-gap", "keyupdate/limit-near"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq((1 << 24) - 3));
                s.key_update(C2s, Channel::CONTROL).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.association.is_gen3() {
        return;
    }
    for fact in &frame.standing.epoch {
        let EpochFact::Bound { measure: Measure::Frames, value, bound, beyond: true, .. } = *fact else { continue };
        let message = format!("{} goes beyond {bound} frames under one key", frame.label());
        sink.report(header(9, 17), message).evidence("value", value).evidence("bound", bound);
    }
}

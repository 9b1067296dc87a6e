//! `keyupdate/limit-near`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::session::ledger::{EpochFact, Measure};
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether an epoch has used nine tenths of what its profile allows: frames, octets or time. Said once for each.
    /// ## Why it matters
    /// The next frames may go beyond the bound.
    /// ## What to do
    /// Send `KEY_UPDATE` on the channel soon.
    pub static LIMIT_NEAR = {
        id: "keyupdate/limit-near", severity: Note, certainty: Certain,
        clause: May CORE "11.7 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "55 minutes at Sovereign" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).ping(C2s).wait(3_300_000);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
            };
            "a number of 94 percent" => 1 also ["record/seq-gap"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq((1 << 24) - (1 << 20)));
            };
            "half an hour at Sovereign" => 0, |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).ping(C2s).wait(1_800_000).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.association.is_gen3() {
        return;
    }
    for fact in &frame.standing.epoch {
        let EpochFact::Bound { measure, value, bound, beyond: false, .. } = *fact else { continue };
        let what = match measure {
            Measure::Frames => "frames",
            Measure::Octets => "octets",
            Measure::Seconds => "seconds",
        };
        let message = format!("{} has used {value} of the {bound} {what} of its key", frame.label());
        sink.report(None, message).evidence("value", value).evidence("bound", bound);
    }
}

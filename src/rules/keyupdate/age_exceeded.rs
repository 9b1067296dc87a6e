//! `keyupdate/age-exceeded`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::session::ledger::{EpochFact, Measure};
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that no frame is sent in an epoch older than its profile allows: seven days at Standard, one day at High, one
    /// hour at Sovereign. For the first frame of a channel it is a warning: the text does not say when such an epoch begins.
    /// ## Why it matters
    /// The bound keeps the damage of a lost key and the chance of a forged tag small.
    /// ## What to do
    /// Send `KEY_UPDATE` on the channel before the bound is reached.
    pub static AGE_EXCEEDED = {
        id: "keyupdate/age-exceeded", severity: Error, certainty: Certain,
        clause: Must CORE "11.7 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "an hour and a minute at Sovereign" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).ping(C2s).wait(3_660_000);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
            };
            "a channel that is used for the first time" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).ping(C2s).wait(3_660_000);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING));
            };
            "a key update before the hour is over" => 0 also ["keyupdate/limit-near"], |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).ping(C2s).wait(3_500_000).key_update(C2s, Channel::CONTROL).wait(200_000);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
            };
            "a day at Standard" => 0, |s| { s.generation(Generation::Three).ping(C2s).wait(86_400_000).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.association.is_gen3() {
        return;
    }
    for fact in &frame.standing.epoch {
        let EpochFact::Bound { measure: Measure::Seconds, value, bound, beyond: true, first_use } = *fact else { continue };
        let most = if first_use { Severity::Warning } else { Severity::Error };
        let message = format!("{} is sent {value} seconds after its epoch began; {bound} are allowed", frame.label());
        sink.report(None, message).at_most(most).evidence("value", value).evidence("bound", bound);
    }
}

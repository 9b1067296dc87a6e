//! `native/batch-seq`

use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That the counter of batches or updates rises, under each subscription and outside of them.
    /// ## Why it matters
    /// The consumer sees by it whether something was dropped.
    /// ## What to do
    /// Count up.
    pub static BATCH_SEQ = {
        id: "native/batch-seq", severity: Warning, certainty: Certain,
        clause: Must NATIVE "5 (batch_seq)", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "the same number twice" => 1, |s| { s.native(S2c, NativeSpec::telemetry_alone(4)).native(S2c, NativeSpec::telemetry_alone(4)); };
            "a lower number" => 1, |s| { s.native(S2c, NativeSpec::telemetry_alone(4)).native(S2c, NativeSpec::telemetry_alone(3)); };
            "numbers that rise, with a hole" => 0, |s| { s.native(S2c, NativeSpec::telemetry_alone(4)).native(S2c, NativeSpec::telemetry_alone(9)); };
            "a subscription counts for itself" => 0, |s| {
                s.native(S2c, NativeSpec::telemetry_alone(4)).native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 5));
                s.native(S2c, NativeSpec::telemetry_report("t", 0));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts().filter(|_| is_readable(native)) {
        if let Fact::BatchSeq { before, now, frame } = fact {
            let field = if native.body.named("batch_seq").is_some() { "batch_seq" } else { "update_seq" };
            let text = format!("{field} is {now} after {before}");
            sink.report(native.place_of(field), text).peer(frame).evidence("before", before).evidence("now", now);
        }
    }
}

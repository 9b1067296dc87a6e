//! `native/credit-exceeded`

use crate::rules::bodies::whole;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That no more batches or updates come under a subscription than the consumer granted.
    /// ## Why it matters
    /// Credit is how the consumer says what it can take.
    /// ## What to do
    /// Wait for more credit.
    pub static CREDIT_EXCEEDED = {
        id: "native/credit-exceeded", severity: Error, certainty: Certain,
        clause: Must NATIVE "credit", scope: Association, fault: Responder,
        check: Native(check),
        fixtures: [
            "two reports for a credit of one" => 1, |s| {
                subscribed(s, 1).native(S2c, NativeSpec::telemetry_report("t", 0)).native(S2c, NativeSpec::telemetry_report("t", 1));
            };
            "more credit in time" => 0, |s| {
                subscribed(s, 1).native(S2c, NativeSpec::telemetry_report("t", 0));
                s.native(C2s, NativeSpec::new(Channel::TELEMETRY, 0x0104).corr("t").bytes(2, &[7]).int(3, 1));
                s.native(S2c, NativeSpec::telemetry_report("t", 1));
            };
            "reports outside the subscription" => 0, |s| {
                subscribed(s, 1).native(S2c, NativeSpec::telemetry_report("t", 0)).native(S2c, NativeSpec::telemetry_alone(5)).native(S2c, NativeSpec::telemetry_alone(6));
            };
            "the credit was lost by the capture" => 0, |s| {
                subscribed(s, 1).native(S2c, NativeSpec::telemetry_report("t", 0));
                s.lose_next(C2s).native(C2s, NativeSpec::new(Channel::TELEMETRY, 0x0104).corr("t").bytes(2, &[7]).int(3, 1)).ping(C2s);
                s.native(S2c, NativeSpec::telemetry_report("t", 1));
            };
        ],
    }
}

fn subscribed(s: &mut crate::scenario::Scenario, credit: i64) -> &mut crate::scenario::Scenario {
    s.native(C2s, NativeSpec::telemetry_subscribe("t", credit)).native(S2c, NativeSpec::telemetry_accept("t", credit))
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts() {
        if let Fact::CreditExceeded { sent, granted } = fact {
            let text = format!("{} is push number {sent} under a credit of {granted}", native.name());
            sink.report(whole(native), text).evidence("sent", sent).evidence("granted", granted);
        }
    }
}

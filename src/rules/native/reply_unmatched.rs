//! `native/reply-unmatched`

use crate::rules::bodies::{corr_place, is_push, stray};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a reply has the correlation of a request of the other peer on that channel. A push needs a subscription, or no correlation.
    /// ## Why it matters
    /// The receiver cannot use it, and the request it was meant for stays open.
    /// ## What to do
    /// Echo the correlation octet by octet, on the channel of the request.
    pub static REPLY_UNMATCHED = {
        id: "native/reply-unmatched", severity: Error, certainty: Certain,
        clause: Must NATIVE "5.1", scope: Association, fault: Responder,
        check: Native(check),
        fixtures: [
            "another correlation" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("d")); };
            "the correlation of its own request" => 1, |s| { s.native(S2c, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c")); };
            "a report under no subscription" => 1, |s| { s.native(S2c, NativeSpec::telemetry_report("t", 0)); };
            "the request's correlation" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c")); };
            "the error of a grant of credit that names no subscription" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::TELEMETRY, 0x0104).corr("k").bytes(2, &[9]).int(3, 5));
                s.native(S2c, NativeSpec::new(Channel::TELEMETRY, 0x0105).corr("k").int(2, 4).bytes(4, &[9]));
            };
            "the request came before the capture" => 0, |s| { s.late().native(S2c, NativeSpec::memory_record("c")); };
            "the request was lost by the capture" => 0, |s| {
                s.lose_next(C2s).native(C2s, NativeSpec::memory_read("c")).ping(C2s).native(S2c, NativeSpec::memory_record("c"));
            };
            "the request was sealed with a key that is not known" => 0 also ["record/open-failed"], |s| {
                s.ping(C2s).frame(C2s, NativeSpec::memory_read("c").build().sealed_as(crate::scenario::Sealing::Unknown));
                s.native(S2c, NativeSpec::memory_record("c"));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let misshapen = native.body.faults.iter().any(|fault| fault.reason.is_corr());
    let Some((None, true)) = stray(native).filter(|_| !misshapen) else { return };
    let what = if is_push(native) { "subscription" } else { "request" };
    let text = format!("no {what} of the other peer has the correlation of {}", native.name());
    let draft = sink.report(corr_place(native), text).evidence("corr_hex", native.body.corr().unwrap_or_default());
    if is_push(native) {
        draft.at_most(Severity::Warning);
    }
}

//! `toa/name-colon-variable`

use crate::bridge::dialect::toa::name::{SegmentFault, segment_faults};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That a variable is marked with an underscore, and that no value stands in its place.
    /// ## Why it matters
    /// The gateway looks for a route of that name, finds none, and answers -32601.
    /// ## What to do
    /// Write `pots/_id/GET` and give the value in params.
    pub static NAME_COLON_VARIABLE = {
        id: "toa/name-colon-variable", severity: Warning, certainty: Heuristic,
        clause: Must TOA "the name", scope: Frame, fault: Requester,
        alternative: "A route may have a segment that looks like a value.",
        check: Dialect(check, Call),
        fixtures: [
            "a variable as the route marks it" => 1, |s| {
                toa(s, "pots/:id/GET", "");
                refuses_with(s, "1", -32601);
            };
            "a value in place of the variable" => 1, |s| {
                toa(s, "pots/42/GET", "");
                refuses_with(s, "1", -32601);
            };
            "a variable" => 0, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = toa_call(message) else { return };
    let mut faults = segment_faults(message.method);
    let Some((_, segment)) = faults.find(|(fault, _)| matches!(fault, SegmentFault::Colon | SegmentFault::Value)) else { return };
    let text = format!("{} of {} stands where a variable belongs", short(segment), short(message.method));
    sink.report(json.method.and_then(at), text).evidence("segment", short(segment));
}

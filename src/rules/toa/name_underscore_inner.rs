//! `toa/name-underscore-inner`

use crate::bridge::dialect::toa::name::{SegmentFault, segment_faults};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That an underscore only marks a variable.
    /// ## Why it matters
    /// A route with an underscore in a segment has no name and cannot be called. For the name of a variable the alphabet is not stated
    /// (A-64).
    /// ## What to do
    /// Call it over HTTP, or rename the route.
    pub static NAME_UNDERSCORE_INNER = {
        id: "toa/name-underscore-inner", severity: Error, certainty: Certain,
        clause: Must TOA "what has a name", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "an underscore in a static segment" => 1, |s| {
                toa(s, "tea_pots/GET", "");
                refuses_with(s, "1", -32601);
            };
            "an underscore in a variable, which is worth a warning" => 1, |s| {
                toa(s, "pots/_pot_id/GET", r#"{"pot_id":"a"}"#);
                gives_null(s);
            };
            "a marked variable" => 0, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = toa_call(message) else { return };
    let mut faults = segment_faults(message.method);
    let Some((fault, segment)) = faults.find(|(fault, _)| matches!(fault, SegmentFault::Underscore | SegmentFault::UnderscoreInVariable))
    else {
        return;
    };
    let text = format!("{} of {} has an underscore inside", short(segment), short(message.method));
    let draft = sink.report(json.method.and_then(at), text).evidence("segment", short(segment));
    if fault == SegmentFault::UnderscoreInVariable {
        draft.at_most(Severity::Warning);
    }
}

//! `toa/name-rest-position`

use crate::bridge::dialect::toa::name::{SegmentFault, segment_faults};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That the rest of a path, `__`, stands right before the verb.
    /// ## Why it matters
    /// Nothing can follow the rest of a path.
    /// ## What to do
    /// Put it last.
    pub static NAME_REST_POSITION = {
        id: "toa/name-rest-position", severity: Warning, certainty: Certain,
        clause: Must TOA "the name", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "the rest in the middle" => 1, |s| {
                toa(s, "files/__/meta/GET", r#"{"**":"a"}"#);
                refuses_with(s, "1", -32601);
            };
            "the rest before the verb" => 0, |s| {
                toa(s, "files/__/GET", r#"{"**":"a/b"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = toa_call(message) else { return };
    let mut faults = segment_faults(message.method);
    let Some((_, segment)) = faults.find(|(fault, _)| matches!(fault, SegmentFault::Rest)) else { return };
    let text = format!("{} does not stand before the verb in {}", short(segment), short(message.method));
    sink.report(json.method.and_then(at), text).evidence("segment", short(segment));
}

//! `toa/name-alphabet`

use crate::bridge::dialect::toa::name::{SegmentFault, segment_faults};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That segments hold only letters, digits and hyphens.
    /// ## Why it matters
    /// A route with another segment has no name and cannot be called.
    /// ## What to do
    /// Call it over HTTP, or rename the route.
    pub static NAME_ALPHABET = {
        id: "toa/name-alphabet", severity: Error, certainty: Certain,
        clause: Must TOA "what has a name", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "a full stop" => 1, |s| {
                toa(s, "pots/v1.0/GET", "");
                refuses_with(s, "1", -32601);
            };
            "a star for the rest of a path" => 1, |s| {
                toa(s, "files/*/GET", "");
                refuses_with(s, "1", -32601);
            };
            "a hyphen" => 0, |s| {
                toa(s, "tea-pots/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = toa_call(message) else { return };
    let mut faults = segment_faults(message.method);
    let Some((_, segment)) = faults.find(|(fault, _)| matches!(fault, SegmentFault::Alphabet)) else { return };
    let text = format!("the segment {} of {} has a character that no name has", short(segment), short(message.method));
    sink.report(json.method.and_then(at), text).evidence("segment", short(segment));
}

//! `toa/name-leading-slash`

use crate::bridge::dialect::toa::name::has_stray_slash;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That a name has no slash in front, behind, or two of them together.
    /// ## Why it matters
    /// No route has such a name: the gateway answers -32601.
    /// ## What to do
    /// Write `pots/GET`, not `/pots/GET`.
    pub static NAME_LEADING_SLASH = {
        id: "toa/name-leading-slash", severity: Error, certainty: Certain,
        clause: Must TOA "the name", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "a slash in front" => 1, |s| {
                toa(s, "/pots/GET", "");
                refuses_with(s, "1", -32601);
            };
            "two slashes" => 1, |s| {
                toa(s, "pots//GET", "");
                refuses_with(s, "1", -32601);
            };
            "a slash behind" => 1 also ["safety/failsafe-applied"], |s| {
                toa(s, "pots/GET/", "");
                refuses_with(s, "1", -32601);
            };
            "one slash between segments" => 0, |s| {
                toa(s, "pots/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = toa_call(message).filter(|_| has_stray_slash(message.method)) else { return };
    let text = format!("{} has a slash too many", short(message.method));
    sink.report(json.method.and_then(at), text).evidence("method", short(message.method));
}

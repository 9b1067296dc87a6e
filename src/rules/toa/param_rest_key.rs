//! `toa/param-rest-key`

use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_params;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That the rest of a path is given under the key `**`.
    /// ## Why it matters
    /// The gateway reads it there and nowhere else.
    /// ## What to do
    /// Write `"**"` in params for the `__` of the name.
    pub static PARAM_REST_KEY = {
        id: "toa/param-rest-key", severity: Warning, certainty: Certain,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "the rest under __" => 1, |s| {
                toa(s, "files/__/GET", r#"{"__":"a/b"}"#);
                refuses_with(s, "1", -32602);
            };
            "no rest at all" => 1, |s| {
                toa(s, "files/__/GET", "");
                refuses_with(s, "1", -32602);
            };
            "the rest under **" => 0, |s| {
                toa(s, "files/__/GET", r#"{"**":"a/b"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, params)) = toa_params(message).filter(|(_, params)| params.lacks_rest) else { return };
    let marked = params.left.iter().find(|(name, _)| &**name == b"__").map(|(_, token)| *token);
    let text =
        if marked.is_some() { "the rest of the path is given under __, not **" } else { "params have no ** for the rest of the path" };
    sink.report(marked.or(json.params).or(json.method).and_then(at), text).evidence("method", short(message.method));
}

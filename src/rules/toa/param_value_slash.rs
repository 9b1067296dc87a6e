//! `toa/param-value-slash`

use crate::codec::json::text;
use crate::codec::json::token::{Kind as Json, Token};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_params;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That the value of a variable has no slash, question mark or number sign: it stands for one segment.
    /// ## Why it matters
    /// The path would become another route's.
    /// ## What to do
    /// Use the rest of a path, `__`, where several segments are meant.
    pub static PARAM_VALUE_SLASH = {
        id: "toa/param-value-slash", severity: Error, certainty: Certain,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "a slash" => 1, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a/b"}"#);
                refuses_with(s, "1", -32602);
            };
            "an escaped slash" => 1, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a\/b"}"#);
                refuses_with(s, "1", -32602);
            };
            "a slash in the rest of a path" => 0, |s| {
                toa(s, "files/__/GET", r#"{"**":"a/b"}"#);
                gives_null(s);
            };
            "a slash in the body" => 0, |s| {
                toa_as(s, "pots/POST", r#"{"title":"a/b"}"#, Effect::NonIdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, params)) = toa_params(message) else { return };
    let breaks = |token: &Token| token.kind == Json::String && text::decode(json.raw(*token)).iter().any(|octet| b"/?#".contains(octet));
    if let Some((name, token)) = params.variables.iter().find(|(_, token)| breaks(token)) {
        let text = format!("the value of the variable {} is more than one segment", short(name));
        sink.report(at(*token), text).evidence("variable", short(name)).evidence("value", short(json.raw(*token)));
    }
}

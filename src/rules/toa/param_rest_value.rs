//! `toa/param-rest-value`

use crate::codec::json::text;
use crate::codec::json::token::{Kind as Json, Token};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_params;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the rest of a path has a question mark or a number sign.
    /// ## Why it matters
    /// It would begin a query or a fragment.
    /// ## What to do
    /// Give a query in `query`.
    pub static PARAM_REST_VALUE = {
        id: "toa/param-rest-value", severity: Warning, certainty: Heuristic,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        alternative: "The gateway may escape the value.",
        check: Dialect(check, Call),
        fixtures: [
            "a question mark" => 1, |s| {
                toa(s, "files/__/GET", r#"{"**":"a/b?c"}"#);
                gives_null(s);
            };
            "slashes" => 0, |s| {
                toa(s, "files/__/GET", r#"{"**":"a/b/c"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, params)) = toa_params(message) else { return };
    let odd = |token: &Token| token.kind == Json::String && text::decode(json.raw(*token)).iter().any(|octet| b"?#".contains(octet));
    if let Some(token) = params.rest.filter(odd) {
        sink.report(at(token), "the rest of the path has a character that ends a path").evidence("value", short(json.raw(token)));
    }
}

//! `toa/query-not-object`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_params;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `query` is an object.
    /// ## Why it matters
    /// The gateway answers -32602. An operation whose input has a property of that name cannot be called with it.
    /// ## What to do
    /// Name the parts of the query.
    pub static QUERY_NOT_OBJECT = {
        id: "toa/query-not-object", severity: Error, certainty: Certain,
        clause: Must TOA "error codes", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "a text" => 1, |s| {
                toa(s, "pots/GET", r#"{"query":"limit=10"}"#);
                refuses_with(s, "1", -32602);
            };
            "an object" => 0, |s| {
                toa(s, "pots/GET", r#"{"query":{"limit":10}}"#);
                gives_null(s);
            };
            "a variable of that name" => 0, |s| {
                toa(s, "pots/_query/GET", r#"{"query":"a"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(query) = toa_params(message).and_then(|(_, params)| params.query).filter(|query| query.kind != Json::Object) else { return };
    let text = format!("query is of type {}, not an object", query.kind.name());
    sink.report(at(query), text).evidence("type", query.kind.name());
}

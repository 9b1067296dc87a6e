//! `memofs/id-type`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_object;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That the id of a request is a string, a number or null.
    /// ## Why it matters
    /// The library answers -32600.
    /// ## What to do
    /// Use a string or an integer.
    pub static ID_TYPE = {
        id: "memofs/id-type", severity: Error, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "an id that is a boolean" => 1, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":true,"method":"recall"}"#);
                refuses_with(s, "true", -32600);
            };
            "a null id" => 0, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":null,"method":"recall"}"#);
                refuses_with(s, "null", -32603);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, id)) = memofs_object(message).and_then(|json| Some((json, json.id?))) else { return };
    if matches!(id.kind, Json::True | Json::False | Json::Object | Json::Array) {
        let found = short(json.raw(id));
        sink.report(at(id), format!("the id of the request is the {} {found}", id.kind.name())).evidence("id", found);
    }
}

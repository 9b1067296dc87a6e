//! `memofs/params-array`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_object;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That params of a request are a plain object. JSON-RPC itself allows an array.
    /// ## Why it matters
    /// The library answers -32602.
    /// ## What to do
    /// Name the parameters.
    pub static PARAMS_ARRAY = {
        id: "memofs/params-array", severity: Error, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "params that are an array" => 1, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":["database"]}"#);
                refuses_with(s, "1", -32602);
            };
            "params that are null" => 1, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":null}"#);
                refuses_with(s, "1", -32602);
            };
            "no params" => 0, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(params) = memofs_object(message).and_then(|json| json.params).filter(|params| params.kind != Json::Object) else { return };
    let text = format!("params are of type {}, not an object", params.kind.name());
    sink.report(at(params), text).evidence("type", params.kind.name());
}

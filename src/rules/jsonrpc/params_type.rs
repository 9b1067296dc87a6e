//! `jsonrpc/params-type`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// That params is an object or an array.
    /// ## Why it matters
    /// The endpoint will answer -32602.
    /// ## What to do
    /// Leave params out when there are none.
    pub static PARAMS_TYPE = {
        id: "jsonrpc/params-type", severity: Warning, certainty: Certain,
        clause: Must JSONRPC "4.2", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "params that is a string" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":"t-1"}"#));
            };
            "no params" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get"}"#));
            };
            "params that is an array" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":["t-1"]}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| !is_toa(message) && !is_memofs_call(message)) else { return };
    let Some(params) = json.params.filter(|params| !matches!(params.kind, Json::Object | Json::Array)) else { return };
    let text = format!("params is of type {}, neither object nor array", params.kind.name());
    sink.report(at(params), text).evidence("length", params.span.len());
}

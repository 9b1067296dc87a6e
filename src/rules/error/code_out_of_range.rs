//! `error/code-out-of-range`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, error_object};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_toa, short};

declare_rule! {
    /// ## What it checks
    /// Whether the code of a foreign error fits 64 bits, and is not one of those that JSON-RPC reserves without giving them a
    /// meaning.
    /// ## Why it matters
    /// Clients cannot hold the code, or a later version may give it a meaning.
    /// ## What to do
    /// Use -32000 to -32099, or a code outside -32768 to -32000.
    pub static CODE_OUT_OF_RANGE = {
        id: "error/code-out-of-range", severity: Warning, certainty: Certain,
        clause: Must JSONRPC "5.1", scope: Frame, fault: Unknown,
        check: Message(check, Error),
        fixtures: [
            "a reserved code" => 1, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", -32500);
            };
            "a code of 30 digits" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":100000000000000000000000000000,"message":"x"}}"#));
            };
            "a code of the application" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", -31999);
            };
            "a predefined code" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", -32700);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = error_object(message) else { return };
    let Some(token) = error.code.filter(|code| code.kind == Json::Integer) else { return };
    let found = short(json.raw(token));
    let text = match error.code_value(json.octets) {
        None => format!("the code {found} does not fit 64 bits"),
        Some(_) if is_toa(message) => return,
        Some(-32700 | -32603..=-32600 | -32099..=-32000) => return,
        Some(-32768..=-32000) => format!("the code {found} is reserved and has no meaning"),
        Some(_) => return,
    };
    sink.report(at(token), text).evidence("code", found);
}

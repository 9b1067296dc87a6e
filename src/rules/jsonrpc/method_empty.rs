//! `jsonrpc/method-empty`

use crate::codec::json::token::Kind;
use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the method is the empty string.
    /// ## Why it matters
    /// JSON-RPC does not forbid it; endpoints refuse it.
    /// ## What to do
    /// Name the method.
    pub static METHOD_EMPTY = {
        id: "jsonrpc/method-empty", severity: Warning, certainty: Certain,
        clause: Should JSONRPC "4", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "an empty method" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"","params":{"id":"t-1"}}"#).method(""));
            };
            "a method of one space" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":" ","params":{"id":"t-1"}}"#).method(" "));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| !is_memofs_call(message)) else { return };
    if let Some(method) = json.method.filter(|token| token.kind == Kind::String && message.method.is_empty()) {
        sink.report(at(method), "the method is an empty string");
    }
}

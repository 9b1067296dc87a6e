//! `memofs/method-empty`

use crate::bridge::dialect::memofs::is_nameless;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_object;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a request names a method: a string that is not empty.
    /// ## Why it matters
    /// The library answers -32600.
    /// ## What to do
    /// Name the method.
    pub static METHOD_EMPTY = {
        id: "memofs/method-empty", severity: Error, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "an empty method" => 1, |s| {
                s.map(BOUND.0, "memofs").bridge(C2s, BridgeSpec::request(BOUND, "", "1", r#"{"jsonrpc":"2.0","id":1,"method":""}"#));
                refuses_with(s, "1", -32600);
            };
            "no method" => 1, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"params":{}}"#);
                refuses_with(s, "1", -32600);
            };
            "a method of one space" => 0, |s| {
                s.map(BOUND.0, "memofs").bridge(C2s, BridgeSpec::request(BOUND, " ", "1", r#"{"jsonrpc":"2.0","id":1,"method":" "}"#));
                refuses_with(s, "1", -32601);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = memofs_object(message).filter(|json| is_nameless(json)) else { return };
    let place = json.method.map_or_else(|| Some(message.foreign_place()), at);
    let found = json.method.map_or("absent", |token| token.kind.name());
    sink.report(place, "the request names no method").evidence("method_type", found);
}

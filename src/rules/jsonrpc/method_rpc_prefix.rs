//! `jsonrpc/method-rpc-prefix`

use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the method begins with `rpc.`.
    /// ## Why it matters
    /// Such names are reserved for JSON-RPC itself.
    /// ## What to do
    /// Use another name.
    pub static METHOD_RPC_PREFIX = {
        id: "jsonrpc/method-rpc-prefix", severity: Note, certainty: Certain,
        clause: May JSONRPC "4", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "rpc.discover" => 1 also ["safety/missing-unknown-method", "safety/failsafe-applied"], |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"rpc.discover"}"#).method("rpc.discover"));
            };
            "rpc/discover" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"rpc/discover"}"#).method("rpc/discover"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| message.method.starts_with(b"rpc.")) else { return };
    let Some(name) = json.method_text().filter(|name| name.starts_with(b"rpc.")) else { return };
    let Some(method) = json.method else { return };
    sink.report(at(method), format!("{} is a reserved name", short(&name))).evidence("method", short(&name));
}

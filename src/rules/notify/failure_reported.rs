//! `notify/failure-reported`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a notification frame does not carry a JSON-RPC error.
    /// ## Why it matters
    /// An error answers a request. As a notification it reaches nobody who waits.
    /// ## What to do
    /// Carry the error as `BRIDGE_ERROR` under the correlation of its request; drop it if a notification caused it.
    pub static FAILURE_REPORTED = {
        id: "notify/failure-reported", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "7", scope: Frame, fault: Sender,
        check: Message(check, Notify),
        fixtures: [
            "an error object in a notification" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"failed"}}"#;
                s.mcp_session().bridge(S2c, BridgeSpec::notify(Protocol::MCP, "", object));
            };
            "a log message about an error" => 0, |s| {
                let log = r#"{"level":"error","data":{"error":{"code":-32603,"message":"failed"}}}"#;
                s.mcp_session().notify(S2c, "notifications/message", log);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = message.json.filter(|json| message.kind == Kind::Notify && json.method.is_none()) else { return };
    let Some(error) = json.error else { return };
    sink.report(Some(Place::Foreign(error.span)), "a notification carries a JSON-RPC error").evidence("length", error.span.len());
}

//! `safety/truncated`

use crate::bridge::safety::LabelFault;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a `SafetyLabel` holds its effect, its scope length, and the scope that the length announces.
    /// ## Why it matters
    /// A receiver cannot tell what the request does and must reject the frame.
    /// ## What to do
    /// Write the effect, then the length of the scope, then exactly so many octets.
    pub static TRUNCATED = {
        id: "safety/truncated", severity: Error, certainty: Certain,
        clause: Must BRIDGE "7", scope: Frame, fault: Sender,
        check: Message(check, Labelled),
        fixtures: [
            "a scope shorter than its length" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label_octets(&[3, 9, b'x']);
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "an empty scope" => 0, |s| {
                s.mcp_session().call("9", "delete_branch", Some(Effect::Destructive)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(part) = message.payload.label.as_ref() else { return };
    let Some(fault) = part.fault.filter(|fault| !matches!(fault, LabelFault::Trailing { .. })) else { return };
    sink.report(payload(part.span), fault.to_string()).evidence("label_hex", part.span.of(message.payload.octets));
}

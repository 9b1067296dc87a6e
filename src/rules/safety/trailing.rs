//! `safety/trailing`

use crate::bridge::safety::LabelFault;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a `SafetyLabel` ends with its scope.
    /// ## Why it matters
    /// The reference implementation rejects the frame; another receiver may read on.
    /// ## What to do
    /// Make the TLV's length two plus the length of the scope.
    pub static TRAILING = {
        id: "safety/trailing", severity: Error, certainty: Certain,
        clause: Must REFERENCE "", scope: Frame, fault: Sender,
        check: Message(check, Labelled),
        fixtures: [
            "an octet behind the scope" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label_octets(&[3, 1, b'x', 0]);
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "a scope of one octet" => 0, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label(Effect::Destructive, "x");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(part) = message.payload.label.as_ref() else { return };
    let Some(fault @ LabelFault::Trailing { .. }) = part.fault else { return };
    sink.report(payload(part.span), fault.to_string()).evidence("label_hex", part.span.of(message.payload.octets));
}

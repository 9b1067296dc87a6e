//! `safety/scope-not-utf8`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the scope of a label is UTF-8.
    /// ## Why it matters
    /// A scope is text for people and logs; other octets show as something else, or break what shows them (A-60).
    /// ## What to do
    /// Write the scope in UTF-8.
    pub static SCOPE_NOT_UTF8 = {
        id: "safety/scope-not-utf8", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "7 (A-60)", scope: Frame, fault: Sender,
        check: Message(check, Labelled),
        fixtures: [
            "a scope in Latin-1" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label_octets(&[3, 1, 0xE9]);
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "a scope with an accent" => 0, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label(Effect::Destructive, "\u{e9}");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(label) = message.payload.safety().filter(|label| std::str::from_utf8(label.scope).is_err()) else { return };
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    sink.report(place, "the scope of the label is not UTF-8").evidence("scope_hex", label.scope);
}

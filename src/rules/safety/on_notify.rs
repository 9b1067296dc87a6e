//! `safety/on-notify`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether a notification carries a `SafetyLabel`.
    /// ## Why it matters
    /// No mapping classifies notifications; whether a receiver heeds the label is open (A-39).
    /// ## What to do
    /// If the notification changes state, make it a request.
    pub static ON_NOTIFY = {
        id: "safety/on-notify", severity: Note, certainty: Heuristic,
        clause: May BRIDGE "7 (A-39)", scope: Frame, fault: Sender,
        alternative: "A carriage that labels every message is conformant.",
        check: Message(check, Labelled),
        fixtures: [
            "a labelled notification" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;
                let message = BridgeSpec::notify(Protocol::MCP, "notifications/roots/list_changed", object);
                s.mcp_session().bridge(C2s, message.label(Effect::ReadOnly, ""));
            };
            "a notification without label" => 0, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(part) = message.payload.label.as_ref().filter(|_| message.kind == Kind::Notify) else { return };
    if part.value.is_some() {
        sink.report(payload(part.span), "a notification carries a label").evidence("label_hex", part.span.of(message.payload.octets));
    }
}

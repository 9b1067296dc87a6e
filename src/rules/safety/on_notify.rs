//! `safety/on-notify`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::verbs::changes;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether a notification carries a `SafetyLabel`, or has none although its name says that it changes something.
    /// ## Why it matters
    /// No mapping classifies notifications; whether a receiver heeds the label is open (A-39).
    /// ## What to do
    /// If the notification changes state, make it a request.
    pub static ON_NOTIFY = {
        id: "safety/on-notify", severity: Note, certainty: Heuristic,
        clause: May BRIDGE "7 (A-39)", scope: Frame, fault: Sender,
        alternative: "A carriage that labels every message is conformant, and names say little.",
        check: Message(check, Notify),
        fixtures: [
            "a labelled notification" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;
                let message = BridgeSpec::notify(Protocol::MCP, "notifications/roots/list_changed", object);
                s.mcp_session().bridge(C2s, message.label(Effect::ReadOnly, ""));
            };
            "a notification that deletes, without label" => 1 also ["mcp/unknown-method"], |s| {
                s.mcp_session().notify(C2s, "acme/delete_all", "{}");
            };
            "one that tells what was deleted" => 0, |s| {
                s.mcp_session().notify(S2c, "acme/deleted", "{}");
            };
            "a notification without label" => 0, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.kind != Kind::Notify || message.frame.is_replay() {
        return;
    }
    match message.payload.label.as_ref() {
        Some(part) if part.value.is_some() => {
            let label = part.span.of(message.payload.octets);
            sink.report(payload(part.span), "a notification carries a label").evidence("label_hex", label);
        }
        None if message.listed.is_none() && changes(message.method) => {
            let text = format!("the notification {} changes something by its name and carries no label", short(message.method));
            sink.report(Some(message.foreign_place()), text).evidence("method", short(message.method));
        }
        _ => {}
    }
}

//! `bridge/notify-nonempty-corr`

use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a notification carries no correlation.
    /// ## Why it matters
    /// The receiver may take it for a request and answer it.
    /// ## What to do
    /// Leave the correlation of a notification empty.
    pub static NOTIFY_NONEMPTY_CORR = {
        id: "bridge/notify-nonempty-corr", severity: Error, certainty: Certain,
        clause: Must BRIDGE "8", scope: Frame, fault: Sender,
        check: Message(check, Notify),
        fixtures: [
            "a notification under a correlation" => 1, |s| {
                s.mcp_session().bridge(C2s, BridgeSpec::notify(Protocol::MCP, "notifications/roots/list_changed", CHANGED).correlation("55"));
            };
            "a notification without" => 0, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
            };
        ],
    }
}

const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let tells = message.kind == Kind::Notify && pairs(message) && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|envelope| tells && !envelope.correlation.is_empty()) else { return };
    let text = format!("the notification has correlation {}", short(envelope.correlation));
    sink.report(payload(envelope.correlation_span()), text).evidence("correlation_hex", envelope.correlation);
}

//! `notify/replied`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_foreign_reply;
use crate::rules::fixture::*;
use crate::rules::reading::{answers_notification, correlation, correlation_place, is_memofs, is_toa};
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a notification is not answered, not even with an error.
    /// ## Why it matters
    /// A notification has no correlation: its sender waits for nothing and cannot place the reply.
    /// ## What to do
    /// Drop what cannot be delivered; a notification is never answered (A-12).
    pub static REPLIED = {
        id: "notify/replied", severity: Error, certainty: Heuristic,
        clause: Must BRIDGE "8", scope: Association, fault: Responder,
        alternative: "The reply may belong to a request that is not visible here.",
        check: Message(check, OddRole),
        fixtures: [
            "a result with a null id under a made-up correlation" => 1, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
                s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "n-1", r#"{"jsonrpc":"2.0","id":null,"result":{}}"#));
            };
            "an error with an empty correlation" => 1, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
                s.transport_error(S2c, "", 3, "unknown method");
            };
            "a reply to the request before the notification" => 0, |s| {
                s.mcp_session().request(C2s, "ping", "9", "");
                s.notify(C2s, "notifications/roots/list_changed", "").respond(S2c, "9", "{}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let spoken_for = is_foreign_reply(message) && (is_toa(message) || is_memofs(message));
    let Some(notification) = answers_notification(message).filter(|_| !spoken_for) else { return };
    let draft = sink.report(correlation_place(message), "the reply answers a notification").peer(notification);
    let draft = draft.evidence("correlation_hex", correlation(message));
    if !message.association().whole(message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    }
}

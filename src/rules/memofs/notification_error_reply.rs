//! `memofs/notification-error-reply`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_foreign_reply;
use crate::rules::fixture::*;
use crate::rules::reading::{answers_notification, correlation, correlation_place, is_memofs};
use crate::session::arrival::Kind;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a notification is not answered with an error. The published handler does so when its dispatch fails.
    /// ## Why it matters
    /// Nobody waits for the answer: it is taken for that of another call.
    /// ## What to do
    /// Answer nothing to a call without id.
    pub static NOTIFICATION_ERROR_REPLY = {
        id: "memofs/notification-error-reply", severity: Error, certainty: Heuristic,
        clause: Must MEMOFS "notifications (A-66)", scope: Association, fault: Responder,
        alternative: "The reply may belong to an invalid request that is not visible here.",
        check: Dialect(check, OddRole),
        fixtures: [
            "an error with a null id after a notification" => 1, |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).notify(C2s, "context", "{}");
                s.bridge(S2c, BridgeSpec::error(BOUND, "n", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"x"}}"#));
            };
            "an answer to a request" => 0, |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).notify(C2s, "context", "{}");
                memofs(s, RECALL);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = is_memofs(message) && message.kind == Kind::Error && is_foreign_reply(message);
    let Some(notification) = answers_notification(message).filter(|_| judged) else { return };
    let draft = sink.report(correlation_place(message), "an error answers a notification").peer(notification);
    let draft = draft.evidence("correlation_hex", correlation(message));
    if !message.association().whole(message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    }
}

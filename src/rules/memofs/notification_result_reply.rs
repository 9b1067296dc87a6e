//! `memofs/notification-result-reply`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_foreign_reply;
use crate::rules::fixture::*;
use crate::rules::reading::{answers_notification, correlation, correlation_place, is_memofs};
use crate::session::arrival::Kind;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a notification is not answered with a result.
    /// ## Why it matters
    /// Nobody waits for the answer: it is taken for that of another call.
    /// ## What to do
    /// Answer nothing to a call without id.
    pub static NOTIFICATION_RESULT_REPLY = {
        id: "memofs/notification-result-reply", severity: Error, certainty: Heuristic,
        clause: Must MEMOFS "notifications", scope: Association, fault: Responder,
        alternative: "The reply may belong to an invalid request that is not visible here.",
        check: Dialect(check, OddRole),
        fixtures: [
            "a result with a null id after a notification" => 1, |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).notify(C2s, "context", "{}");
                s.bridge(S2c, BridgeSpec::response(BOUND, "n", r#"{"jsonrpc":"2.0","id":null,"result":{}}"#));
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
    let judged = is_memofs(message) && message.kind == Kind::Response && is_foreign_reply(message);
    let Some(notification) = answers_notification(message).filter(|_| judged) else { return };
    let draft = sink.report(correlation_place(message), "a result answers a notification").peer(notification);
    let draft = draft.evidence("correlation_hex", correlation(message));
    if !message.association().whole(message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    }
}

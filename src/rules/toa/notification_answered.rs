//! `toa/notification-answered`

use crate::bridge::dialect::toa::UNREADABLE;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{failure, is_foreign_reply};
use crate::rules::fixture::*;
use crate::rules::reading::{answers_notification, correlation, correlation_place, is_toa};
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a call without id is not answered. One that is no call may be, with id null.
    /// ## Why it matters
    /// Nobody waits for the answer: it is taken for that of another call.
    /// ## What to do
    /// Answer nothing to a call without id.
    pub static NOTIFICATION_ANSWERED = {
        id: "toa/notification-answered", severity: Error, certainty: Certain,
        clause: Must TOA "what answers", scope: Exchange, fault: Responder,
        check: Dialect(check, OddRole),
        fixtures: [
            "a result for a notification" => 1, |s| {
                s.map(BOUND.0, "toa").protocol(BOUND).notify(C2s, "pots/_id/GET", r#"{"id":"a"}"#);
                s.bridge(S2c, BridgeSpec::response(BOUND, "n", r#"{"jsonrpc":"2.0","id":null,"result":null}"#));
            };
            "an answer to a call" => 0, |s| {
                s.map(BOUND.0, "toa").protocol(BOUND).notify(C2s, "pots/_id/GET", r#"{"id":"a"}"#);
                toa(s, "pots/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = is_toa(message) && is_foreign_reply(message);
    let Some(notification) = answers_notification(message).filter(|_| judged) else { return };
    let draft = sink.report(correlation_place(message), "the reply answers a call without id").peer(notification);
    let draft = draft.evidence("correlation_hex", correlation(message));
    // It may answer something that was no call, or a call that was lost.
    let invalid = failure(message).is_some_and(|(_, _, code, _)| UNREADABLE.contains(&code));
    if invalid || !message.association().whole(message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    }
}

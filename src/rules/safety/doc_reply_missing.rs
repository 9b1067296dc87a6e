//! `safety/doc-reply-missing`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, correlation_place, is_document};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether a document, such as the card of an A2A agent, is served with a label that says that reading it changes nothing.
    /// ## Why it matters
    /// Intermediaries that keep documents know them by the label.
    /// ## What to do
    /// Label the parts of a document `read_only`.
    pub static DOC_REPLY_MISSING = {
        id: "safety/doc-reply-missing", severity: Note, certainty: Certain,
        clause: Should CC_DOC "9", scope: Frame, fault: Responder,
        check: Message(check, Reply),
        fixtures: [
            "a card without label" => 1, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                answer(s, "7");
            };
            "a card with its label" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                s.bridge(S2c, result(RESULT).label(Effect::ReadOnly, ""));
            };
            "a card that is refused" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                fail_as(s, "7", "7", -32007);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let serves = answered(message).is_some() && is_document(message) && message.kind != Kind::Error;
    if serves && message.payload.label.is_none() && !message.foreign().is_empty() {
        sink.report(correlation_place(message), "a document is served without a label");
    }
}

//! `bridge/reply-empty-corr`

use crate::base::span::ByteSpan;
use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{answers_notification, rejects_malformed};
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a reply echoes a correlation. A reply that answers a notification is left to notify/replied.
    /// ## Why it matters
    /// The requester cannot tell which of its requests is answered.
    /// ## What to do
    /// Echo the correlation of the request, octet for octet. Do not answer notifications.
    pub static REPLY_EMPTY_CORR = {
        id: "bridge/reply-empty-corr", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "a result without correlation" => 1 also ["exchange/unanswered"], |s| {
                ask(s, "7");
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "", RESULT));
            };
            "an answer to a request whose envelope cannot be read" => 1 also ["bridge/envelope-absent"], |s| {
                s.bridge(C2s, get(GET).no_envelope());
                s.transport_error(S2c, "", 1, "no envelope");
            };
            "a notification has none" => 0, |s| {
                s.mcp_session();
            };
        ],
    }
}

/// Where the length of the correlation lies in the payload.
const LENGTH: ByteSpan = ByteSpan { start: 8, end: 9 };

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let replies = message.kind.is_reply() && pairs(message) && !message.frame.is_replay();
    if message.envelope.is_none_or(|envelope| !replies || !envelope.correlation.is_empty()) || answers_notification(message).is_some() {
        return;
    }
    let envelope = message.payload.envelope_span.of(message.payload.octets);
    let draft = sink.report(payload(LENGTH), "the reply has no correlation").evidence("envelope_hex", envelope);
    if rejects_malformed(message) {
        draft.at_most(Severity::Note);
    }
}

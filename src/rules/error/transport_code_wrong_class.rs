//! `error/transport-code-wrong-class`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::transport_error::ErrorSlot;
use crate::bridge::transport_error::is_registered;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asks_to_resume, is_document};

declare_rule! {
    /// ## What it checks
    /// That `NotResumable` answers a resumption and the codes about documents answer a request for documents. `NotResumable` for
    /// a fresh stream is left to stream/notresumable-context.
    /// ## Why it matters
    /// The code says nothing about why this request failed.
    /// ## What to do
    /// Use one of the codes 1 to 5.
    pub static TRANSPORT_CODE_WRONG_CLASS = {
        id: "error/transport-code-wrong-class", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "6.4", scope: Exchange, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "NotResumable for a single reply" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 6, "no");
            };
            "SetIncomplete for a single reply" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 21, "no");
            };
            "SetIncomplete for a card" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                s.transport_error(S2c, "7", 21, "no");
            };
            "NotResumable for a resubscription" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "tasks/resubscribe", "7", r#"{"id":"t-1"}"#);
                s.transport_error(S2c, "7", 6, "no");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ErrorSlot::Transport { code, .. } | ErrorSlot::TransportAlt { code, .. }) = message.slot else { return };
    let mapped = matches!(message.class, CarriageClass::JsonRpc | CarriageClass::Http);
    let Some(request) = answered(message).filter(|_| mapped) else { return };
    let streams = request.streams || request.resumed || asks_to_resume(message) || message.link.stream.cursor.is_some();
    if !is_registered(*code, streams, is_document(message)) {
        let text = format!("{} answers a request that it cannot be about", code.name().unwrap_or_default());
        sink.report(Some(message.foreign_place()), text).evidence("code", code.0).peer(request.frame);
    }
}

//! `error/transport-holds-jsonrpc-code`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::transport_error::ErrorSlot;
use crate::bridge::transport_error::fingerprint;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::naming::holds_json;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a transport error is what is left of a JSON-RPC error: its code is the low octet of a JSON-RPC code, or its
    /// message spells such a code.
    /// ## Why it matters
    /// The error of the endpoint is lost; the requester believes that the request was not delivered.
    /// ## What to do
    /// Pass the error object of the endpoint on, octet for octet.
    pub static TRANSPORT_HOLDS_JSONRPC_CODE = {
        id: "error/transport-holds-jsonrpc-code", severity: Error, certainty: Heuristic,
        clause: Must CC_JSONRPC "6", scope: Exchange, fault: Intermediary,
        alternative: "The code, or the number in the message, may have another meaning.",
        check: Message(check, Error),
        fixtures: [
            "code 0xA7, the low octet of -32601" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 0xA7, "no such method");
            };
            "a message that spells -32602" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "upstream: -32602 bad params");
            };
            "an unknown code that is left of none" => 0 also ["error/transport-code-unknown"], |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 99, "?");
            };
            "a message with a longer number" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "order 9-326011 was not sent");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.class != CarriageClass::JsonRpc || message.frame.is_replay() || holds_json(message).is_some() {
        return;
    }
    let Some(slot) = message.slot else { return };
    let squeezed = match slot {
        ErrorSlot::TransportUnknownCode { code, .. } => fingerprint::codes(*code).first().map(|(_, code)| *code),
        _ => None,
    };
    let spelled = slot.message().and_then(|span| fingerprint::spelled(span.of(message.foreign())));
    let text = match (squeezed, spelled) {
        (Some(code), _) => format!("transport code {} is the low octet of JSON-RPC code {code}", slot.transport_code().unwrap_or_default()),
        (None, Some(code)) => format!("the message of the transport error spells JSON-RPC code {code}"),
        (None, None) => return,
    };
    let draft = sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
    let draft = draft.evidence("candidate", i64::from(squeezed.or(spelled).unwrap_or_default()));
    if slot.transport_code() == Some(0) && spelled.is_none() {
        draft.at_most(Severity::Warning);
    }
}

//! `error/transport-code-unknown`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::transport_error::ErrorSlot;
use crate::bridge::transport_error::fingerprint;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::naming::holds_json;
use crate::rules::reading::may_be_foreign;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the code of a transport error is a registered one. What may be left of a JSON-RPC code is
    /// error/transport-holds-jsonrpc-code.
    /// ## Why it matters
    /// The requester does not know what failed.
    /// ## What to do
    /// Use a registered code. A newer companion may define more.
    pub static TRANSPORT_CODE_UNKNOWN = {
        id: "error/transport-code-unknown", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "6", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "code 99" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 99, "?");
            };
            "code 5" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 5, "policy");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ErrorSlot::TransportUnknownCode { code, message: text }) = message.slot.filter(|_| !message.frame.is_replay()) else { return };
    let named = fingerprint::spelled(text.of(message.foreign())).is_some() || !fingerprint::codes(*code).is_empty();
    if !(named && message.class == CarriageClass::JsonRpc) && holds_json(message).is_none() {
        let text = format!("transport code {code} is not registered");
        let draft = sink.report(Some(message.foreign_place()), text).evidence("code", *code).evidence("length", message.foreign().len());
        if may_be_foreign(message) {
            draft.at_most(Severity::Note);
        }
    }
}

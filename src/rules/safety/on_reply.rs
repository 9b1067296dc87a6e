//! `safety/on-reply`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a reply carries a `SafetyLabel`.
    /// ## Why it matters
    /// Only documents give a label on a reply a meaning; elsewhere receivers ignore it (A-68).
    /// ## What to do
    /// Leave the label out of replies.
    pub static ON_REPLY = {
        id: "safety/on-reply", severity: Note, certainty: Certain,
        clause: May BRIDGE "7 (A-68)", scope: Frame, fault: Responder,
        check: Message(check, Labelled),
        fixtures: [
            "a labelled result" => 1, |s| {
                ask(s, "7");
                let object = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", object).label(Effect::ReadOnly, ""));
            };
            "a labelled request" => 0, |s| { s.a2a_send("7"); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(part) = message.payload.label.as_ref().filter(|_| message.kind.is_reply()) else { return };
    let documents = message.class == CarriageClass::Documents || crate::rules::reading::is_document(message);
    if !documents && part.value.is_some() {
        sink.report(payload(part.span), "a reply carries a label").evidence("label_hex", part.span.of(message.payload.octets));
    }
}

//! `bridge/protocol-null-wrong-code`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::link::Role;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// That a request with the null identifier is answered with `EnvelopeMalformed` and nothing else.
    /// ## Why it matters
    /// The receiver inferred what the sender meant, and two receivers may infer differently.
    /// ## What to do
    /// Reject it with code 1.
    pub static PROTOCOL_NULL_WRONG_CODE = {
        id: "bridge/protocol-null-wrong-code", severity: Error, certainty: Certain,
        clause: Must REGISTRY "9", scope: Exchange, fault: Responder,
        check: Message(check, Reply),
        fixtures: [
            "a result" => 1 also ["bridge/protocol-null"], |s| {
                s.bridge(C2s, get(GET).protocol(0));
                s.bridge(S2c, BridgeSpec::response(Protocol(0), "7", RESULT));
            };
            "code 1" => 0 also ["bridge/protocol-null"], |s| {
                s.bridge(C2s, get(GET).protocol(0));
                s.bridge(S2c, BridgeSpec::transport_error(Protocol(0), "7", 1, "null"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = answered(message).filter(|request| request.protocol == Protocol::NULL) else { return };
    let malformed = TransportCode::ENVELOPE_MALFORMED;
    let right = match message.slot {
        Some(ErrorSlot::Ambiguous { code }) => *code == malformed,
        slot => slot.and_then(ErrorSlot::transport_code) == Some(malformed.0),
    };
    if message.link.role == Role::Terminal && !right {
        let text = "a request with the null identifier is answered otherwise than with EnvelopeMalformed";
        sink.report(Some(message.foreign_place()), text).peer(request.frame);
    }
}

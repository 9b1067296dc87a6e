//! `bridge/protocol-null`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the protocol identifier is not the null identifier. A reply that must echo it is not blamed.
    /// ## Why it matters
    /// The null identifier is an error by definition; the receiver must reject the message as malformed.
    /// ## What to do
    /// Set the identifier of the carried protocol.
    pub static PROTOCOL_NULL = {
        id: "bridge/protocol-null", severity: Error, certainty: Certain,
        clause: Must REGISTRY "4", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "a request of protocol 0" => 1, |s| {
                s.bridge(C2s, get(GET).protocol(0));
                s.bridge(S2c, BridgeSpec::transport_error(Protocol(0), "7", 1, "null"));
            };
            "a request of an experimental protocol" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let null = message.envelope.is_some_and(|envelope| envelope.protocol == Protocol::NULL);
    let echoed = message.kind.is_reply() && message.request().is_none_or(|request| request.protocol == Protocol::NULL);
    if null && !echoed && !message.frame.is_replay() {
        sink.report(payload(Envelope::PROTOCOL), "the protocol identifier is null")
            .evidence("envelope_hex", message.payload.envelope_span.of(message.payload.octets));
    }
}

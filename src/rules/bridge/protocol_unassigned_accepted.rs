//! `bridge/protocol-unassigned-accepted`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::arrival::Kind;
use crate::spec::protocol::ProtocolRange;

declare_rule! {
    /// ## What it checks
    /// That a request of an identifier that is not registered is not answered with success.
    /// ## Why it matters
    /// The receiver guessed the protocol, or carries one that nobody may rely on.
    /// ## What to do
    /// Reject it with `ProtocolUnsupported`. A later registration makes the finding void.
    pub static PROTOCOL_UNASSIGNED_ACCEPTED = {
        id: "bridge/protocol-unassigned-accepted", severity: Error, certainty: Certain,
        clause: Must REGISTRY "9", scope: Exchange, fault: Responder,
        check: Message(check, Reply),
        fixtures: [
            "a result" => 1 also ["bridge/protocol-unassigned"], |s| {
                s.bridge(C2s, get(GET).protocol(0x0A));
                s.bridge(S2c, BridgeSpec::response(Protocol(0x0A), "7", RESULT));
            };
            "ProtocolUnsupported" => 0 also ["bridge/protocol-unassigned"], |s| {
                s.bridge(C2s, get(GET).protocol(0x0A));
                s.bridge(S2c, BridgeSpec::transport_error(Protocol(0x0A), "7", 2, "unknown"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = answered(message) else { return };
    let generation = message.association().generation();
    let configured = message.association().mappings.is_configured(request.protocol);
    let unassigned = !configured && generation.is_some() && request.protocol.range(generation) == ProtocolRange::Unassigned;
    let stream = &message.link.stream.producer;
    let first = stream.parts == 0 && stream.end.is_none();
    if unassigned && message.kind != Kind::Error && first {
        let text = format!("a request of protocol 0x{:02X}, which is not registered, is answered with success", request.protocol.0);
        sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", request.protocol.0).peer(request.frame);
    }
}

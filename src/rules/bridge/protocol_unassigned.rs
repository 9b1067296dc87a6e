//! `bridge/protocol-unassigned`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;
use crate::spec::generation::Generation;
use crate::spec::protocol::ProtocolRange;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the protocol identifier of a request or notification is registered, or in the experimental or private range.
    /// ## Why it matters
    /// The identifier may be given to another protocol at any time.
    /// ## What to do
    /// Use 0x10 to 0x7F by agreement until an identifier is registered. A later registration makes the finding void.
    pub static PROTOCOL_UNASSIGNED = {
        id: "bridge/protocol-unassigned", severity: Warning, certainty: Certain,
        clause: Must REGISTRY "6", scope: Frame, fault: Sender,
        check: Message(check, Call),
        fixtures: [
            "protocol 0x0A" => 1, |s| {
                s.bridge(C2s, get(GET).protocol(0x0A));
                s.bridge(S2c, BridgeSpec::transport_error(Protocol(0x0A), "7", 2, "unknown"));
            };
            "protocol 0x05 in generation 3, which is gRPC" => 0, |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x05), "x", "7", [10, 0]).content_type(3));
            };
            "an identifier that the user bound" => 0, |s| {
                asked_under(s.map(0x0A, "a2a"), 0x0A, get(GET));
            };
            "an experimental protocol" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let calls = matches!(message.kind, Kind::Request | Kind::Notify) && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|_| calls) else { return };
    if message.association().mappings.is_configured(envelope.protocol) {
        return;
    }
    let generation = message.association().generation();
    if envelope.protocol.range(generation) != ProtocolRange::Unassigned {
        return;
    }
    let text = format!("protocol identifier 0x{:02X} is not registered", envelope.protocol.0);
    let draft = sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", envelope.protocol.0);
    if envelope.protocol.range(Some(Generation::Three)) == ProtocolRange::Assigned && generation.is_none() {
        draft.at_most(Severity::Note);
    }
}

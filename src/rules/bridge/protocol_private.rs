//! `bridge/protocol-private`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::first_unbound;
use crate::spec::protocol::ProtocolRange;

declare_rule! {
    /// ## What it checks
    /// Whether a peer uses a protocol identifier of the private range. The first use in each direction is reported.
    /// ## Why it matters
    /// What it means is known inside one administrative domain only; nothing of the foreign message is judged.
    /// ## What to do
    /// Nothing, when both peers know the protocol.
    pub static PROTOCOL_PRIVATE = {
        id: "bridge/protocol-private", severity: Note, certainty: Certain,
        clause: May REGISTRY "7.2", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "protocol 0x90, twice" => 1 also ["exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x90), "x", "7", [1, 2, 3]).content_type(2));
                s.bridge(C2s, BridgeSpec::request(Protocol(0x90), "x", "8", [1, 2, 3]).content_type(2));
            };
            "an identifier that the user bound" => 0, |s| {
                s.map(0x90, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x90), "run", "7", "{}").label(Effect::Destructive, ""));
            };
            "a registered protocol" => 0, |s| {
                asked(s, get(GET));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(protocol) = first_unbound(message).filter(|protocol| protocol.range(None) == ProtocolRange::Private) else { return };
    let text = format!("protocol identifier 0x{:02X} is private", protocol.0);
    sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", protocol.0);
}

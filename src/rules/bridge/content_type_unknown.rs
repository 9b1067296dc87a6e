//! `bridge/content-type-unknown`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::envelope::Envelope;
use crate::bridge::envelope::content_type;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// That the content type is a defined one: 1 to 3, and 4 in generation 3. For JSON-RPC, jsonrpc/content-type says so;
    /// transport errors are left alone.
    /// ## Why it matters
    /// The receiver does not know how to read the foreign message.
    /// ## What to do
    /// Use 1 for JSON, 2 for CBOR, 3 for gRPC.
    pub static CONTENT_TYPE_UNKNOWN = {
        id: "bridge/content-type-unknown", severity: Warning, severity3: Error, certainty: Certain,
        clause: Must BRIDGE "4 (A-07)", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "content type 9 of an experimental protocol" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(9));
            };
            "a transport error under content type 0" => 0, |s| {
                ask(s, "7");
                s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 4, "no route").content_type(0));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = message.class != CarriageClass::JsonRpc && message.slot.is_none() && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|_| judged) else { return };
    let found = envelope.content_type;
    let opaque = found == content_type::OPAQUE && message.association().generation() != Some(Generation::Two);
    if !matches!(found, content_type::JSON..=content_type::GRPC) && !opaque {
        sink.report(payload(Envelope::CONTENT_TYPE), format!("content type {found} is not defined")).evidence("content_type", found);
    }
}

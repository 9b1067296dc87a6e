//! `bridge/media-type-enumerable`

use crate::bridge::envelope::content_type;
use crate::rules::carried::may_be_opaque;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the TLV names no media type that has a content type of its own.
    /// ## Why it matters
    /// One encoding then has two declarations, and policy for one does not hold for the other.
    /// ## What to do
    /// Use content types 1 to 3 for JSON, CBOR and gRPC.
    pub static MEDIA_TYPE_ENUMERABLE = {
        id: "bridge/media-type-enumerable", severity: Warning, certainty: Certain,
        clause: Must CC_OPAQUE "4.2", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "application/json in the TLV" => 1 also ["bridge/protocol-experimental", "exchange/unanswered", "bridge/ref-boundary-divergence"], |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"application/json"));
            };
            "a type of its own" => 0, |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"application/ld+json"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(tlv) = message.payload.media_type.filter(|_| may_be_opaque(message)) else { return };
    let mut enumerated = (content_type::JSON..=content_type::GRPC).filter_map(content_type::name);
    if enumerated.any(|name| tlv.value.trim_ascii().eq_ignore_ascii_case(name.as_bytes())) {
        let text = format!("the TLV names {}, which has a content type of its own", short(tlv.value));
        sink.report(payload(tlv.span), text).evidence("media_type_hex", tlv.value);
    }
}

//! `bridge/media-type-tlv-with-enumerated`

use crate::bridge::envelope::content_type;
use crate::rules::carried::may_be_opaque;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that a TLV that names a media type comes with content type 4.
    /// ## Why it matters
    /// The message is declared twice, and receivers choose differently.
    /// ## What to do
    /// Leave the TLV out, or set content type 4.
    pub static MEDIA_TYPE_TLV_WITH_ENUMERATED = {
        id: "bridge/media-type-tlv-with-enumerated", severity: Error, certainty: Certain,
        clause: Must CC_OPAQUE "4.2", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "a media type beside content type 2" => 1 also ["bridge/protocol-experimental", "exchange/unanswered", "bridge/ref-boundary-divergence"], |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(2).tlv(0x0012, b"text/csv"));
            };
            "a media type with content type 4" => 0, |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"text/csv"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| may_be_opaque(message)) else { return };
    let Some(tlv) = message.payload.media_type.filter(|_| envelope.content_type != content_type::OPAQUE) else { return };
    let text = format!("a TLV names the media type although the content type is {}", envelope.content_type);
    sink.report(payload(tlv.span), text).evidence("content_type", envelope.content_type).evidence("media_type_hex", tlv.value);
}

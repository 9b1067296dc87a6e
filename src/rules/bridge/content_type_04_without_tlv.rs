//! `bridge/content-type-04-without-tlv`

use crate::bridge::envelope::Envelope;
use crate::bridge::envelope::content_type;
use crate::rules::carried::may_be_opaque;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that content type 4 comes with a TLV that names the media type.
    /// ## Why it matters
    /// The receiver cannot tell what the foreign message is.
    /// ## What to do
    /// Add the `OpaqueContentType` TLV, or use one of the content types 1 to 3.
    pub static CONTENT_TYPE_04_WITHOUT_TLV = {
        id: "bridge/content-type-04-without-tlv", severity: Error, certainty: Certain,
        clause: Must CC_OPAQUE "4.2", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "content type 4 alone" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4));
            };
            "content type 4 with a media type" => 0, |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"text/csv"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| may_be_opaque(message)) else { return };
    if envelope.content_type == content_type::OPAQUE && message.payload.media_type.is_none() {
        let text = "content type 4 comes without a TLV that names the media type";
        sink.report(payload(Envelope::CONTENT_TYPE), text).evidence("content_type", envelope.content_type);
    }
}

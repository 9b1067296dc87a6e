//! `bridge/content-type-varies`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::own_track;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the frames of one stream of opaque messages declare the same encoding. Of a protocol of which only the peers know
    /// how it is carried, it is noted.
    /// ## Why it matters
    /// The receiver sets up one decoder for the stream.
    /// ## What to do
    /// Declare the encoding of the first frame in all of them.
    pub static CONTENT_TYPE_VARIES = {
        id: "bridge/content-type-varies", severity: Error, certainty: Certain,
        clause: Must CC_OPAQUE "7", scope: Exchange, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "CBOR, then JSON" => 1 also ["bridge/protocol-experimental"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(2));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x40), "7", [1, 2]).content_type(2));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x40), "7", [1, 2]).content_type(1));
            };
            "CBOR twice" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(1));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x40), "7", [1, 2]).content_type(2));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x40), "7", [1, 2]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let opaque = matches!(message.class, CarriageClass::Opaque | CarriageClass::Unmapped) && message.kind.is_stream();
    let Some(envelope) = message.envelope.filter(|_| opaque && !message.foreign().is_empty()) else { return };
    let Some(first) = own_track(message).content_type.filter(|first| *first != envelope.content_type) else { return };
    let text = format!("the content type is {}, the first frame of the stream says {first}", envelope.content_type);
    let draft = sink.report(payload(Envelope::CONTENT_TYPE), text).evidence("content_type", envelope.content_type).evidence("first", first);
    if message.class == CarriageClass::Unmapped {
        draft.at_most(Severity::Note);
    }
}

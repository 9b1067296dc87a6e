//! `bridge/content-type-mismatch`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::envelope::content_type;
use crate::codec::json::scan::{Bounds, scan};
use crate::codec::json::token::Kind as Json;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the foreign octets are plainly not what the content type declares: a JSON text under CBOR or gRPC, a CBOR map
    /// under JSON.
    /// ## Why it matters
    /// The receiver will fail to read the message, or read it as something else.
    /// ## What to do
    /// Declare the encoding that is sent.
    pub static CONTENT_TYPE_MISMATCH = {
        id: "bridge/content-type-mismatch", severity: Warning, certainty: Heuristic,
        clause: Should CC_OPAQUE "9.5", scope: Frame, fault: Sender,
        alternative: "A protocol known by agreement may declare encodings of its own.",
        check: Message(check, OtherClass),
        fixtures: [
            "a JSON object declared as CBOR" => 1 also ["bridge/protocol-experimental", "a2a/experimental-id", "exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", GET).content_type(2));
            };
            "a CBOR map declared as JSON" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [0xA1, 0x01, 0x02]));
            };
            "a CBOR map declared as CBOR" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [0xA1, 0x01, 0x02]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged =
        !matches!(message.class, CarriageClass::JsonRpc | CarriageClass::Opaque) && message.slot.is_none() && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|_| judged) else { return };
    let foreign = message.foreign();
    let found = match envelope.content_type {
        content_type::JSON if is_cbor_map(foreign) => "a CBOR map",
        content_type::CBOR | content_type::GRPC if is_json_object(foreign) => "a JSON object",
        _ => return,
    };
    let declared = content_type::name(envelope.content_type).unwrap_or_default();
    let text = format!("the foreign message is {found}, its content type says {declared}");
    sink.report(Some(message.foreign_place()), text).evidence("content_type", envelope.content_type).evidence("length", foreign.len());
}

fn is_cbor_map(foreign: &[u8]) -> bool {
    matches!(foreign.first(), Some(0xA1..=0xBB | 0xBF)) && std::str::from_utf8(foreign).is_err()
}

fn is_json_object(foreign: &[u8]) -> bool {
    let found = foreign.trim_ascii_start().starts_with(b"{").then(|| scan(foreign, Bounds::default(), |_| {}));
    found.is_some_and(|scan| scan.is_one_value() && scan.kind == Some(Json::Object))
}

//! `bridge/media-type-invalid`

use crate::rules::carried::may_be_opaque;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the TLV that names the media type holds one: type, slash, subtype.
    /// ## Why it matters
    /// The receiver cannot tell what the foreign message is.
    /// ## What to do
    /// Write a media type such as text/csv.
    pub static MEDIA_TYPE_INVALID = {
        id: "bridge/media-type-invalid", severity: Error, certainty: Certain,
        clause: Must CC_OPAQUE "4.3", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "an empty media type" => 1 also ["bridge/protocol-experimental", "exchange/unanswered", "bridge/ref-boundary-divergence"], |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b""));
            };
            "a type without subtype" => 1 also ["bridge/protocol-experimental", "exchange/unanswered", "bridge/ref-boundary-divergence"], |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"text"));
            };
            "a media type with a parameter" => 0, |s| {
                s.generation(Generation::Three).bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"text/csv; charset=utf-8"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(tlv) = message.payload.media_type.filter(|_| may_be_opaque(message)) else { return };
    if !is_media_type(tlv.value) {
        let text = format!("the TLV names no media type: \"{}\"", short(tlv.value));
        sink.report(payload(tlv.span), text).evidence("media_type_hex", tlv.value);
    }
}

/// Whether octets are type, slash, subtype, with parameters or without.
fn is_media_type(octets: &[u8]) -> bool {
    let essence = octets.split(|octet| *octet == b';').next().unwrap_or_default().trim_ascii();
    let mut parts = essence.split(|octet| *octet == b'/');
    let (kind, subtype) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let printable = octets.iter().all(|octet| matches!(octet, b' '..=b'~' | b'\t'));
    printable && is_token(kind) && is_token(subtype) && parts.next().is_none()
}

fn is_token(octets: &[u8]) -> bool {
    let is_sign = |octet: u8| b"!#$%&'*+-.^_`|~".contains(&octet);
    !octets.is_empty() && octets.iter().all(|octet| octet.is_ascii_alphanumeric() || is_sign(*octet))
}

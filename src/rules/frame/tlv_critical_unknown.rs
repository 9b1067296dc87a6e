//! `frame/tlv-critical-unknown`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload as place};
use crate::rules::fixture::*;
use crate::rules::shape;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That no TLV of an unknown type has the high bit set, which makes it critical. In a Bridge body the TLVs behind the envelope of a
    /// JSON-RPC message count, except what looks like a stream control; for binary classes nothing tells such a TLV from the foreign message, so they are left alone.
    /// ## Why it matters
    /// A receiver that does not know the type must reject the whole frame.
    /// ## What to do
    /// Use a registered type, or one below 0x8000 that receivers skip.
    pub static TLV_CRITICAL_UNKNOWN = {
        id: "frame/tlv-critical-unknown", severity: Error, certainty: Certain,
        clause: Must CORE "4.5", scope: Frame, fault: Sender,
        check: AnyFrame(check),
        fixtures: [
            "type 0x8001 behind the envelope of a notification" => 1, |s| {
                s.bridge(C2s, BridgeSpec::notify(Protocol::A2A, "x", NOTIFY).tlv(0x8001, &[1, 2]));
            };
            "type 0x9000 in CLIENT_HELLO" => 1, |s| { s.client_hello(|hello| { hello.append(0x9000, &[0]); }).begin(); };
            "type 0x4000 in the same place is not critical" => 0, |s| {
                s.bridge(C2s, BridgeSpec::notify(Protocol::A2A, "x", NOTIFY).tlv(0x4000, &[1, 2]));
            };
            "a CBOR message that begins like a critical TLV" => 0, |s| {
                s.bridge(C2s, BridgeSpec::notify(Protocol(0x40), "x", [0xA1, 0x00, 0x00, 0x01, 0x00]).content_type(2));
            };
        ],
    }
}

const NOTIFY: &str = r#"{"jsonrpc":"2.0","method":"x"}"#;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_sound() {
        return;
    }
    let in_body = frame.tlv_items().iter().filter(|tlv| is_unknown(tlv.ty)).map(|tlv| (tlv.ty, tlv.span()));
    for (ty, span) in in_body.chain(in_bridge(frame)) {
        sink.report(place(span), format!("TLV 0x{:04X} is critical and unknown", ty.0))
            .evidence("type", ty.0)
            .evidence("offset", span.start);
    }
}

const fn is_unknown(ty: TlvType) -> bool {
    ty.is_critical() && ty.name().is_none()
}

/// Critical unknown TLVs between the envelope of a Bridge message and its foreign message.
fn in_bridge(frame: &FrameCtx<'_>) -> Vec<(TlvType, ByteSpan)> {
    let decoded = frame.bridge_with_more_tlvs();
    let unknown = decoded.iter().flat_map(|decoded| &decoded.unknown);
    unknown.filter(|tlv| is_unknown(tlv.kind) && !shape::is_control_shaped(tlv.kind, tlv.value)).map(|tlv| (tlv.kind, tlv.span)).collect()
}

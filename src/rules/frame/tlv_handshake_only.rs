//! `frame/tlv-handshake-only`

use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the TLVs of the handshake (0x0001 to 0x000D, 0x0014) stand in handshake frames only; `REKEM` and `REKEM_ACK` carry the two
    /// KEM values again.
    /// ## Why it matters
    /// Nothing is negotiated outside the handshake: a receiver must reject the frame.
    /// ## What to do
    /// Leave the TLV out.
    pub static TLV_HANDSHAKE_ONLY = {
        id: "frame/tlv-handshake-only", severity: Error, certainty: Certain,
        clause: Must CORE "TLV registry", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a ProfileOffer in MASTER_RATCHET" => 1 also ["ratchet/tlv-layout"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::MASTER_RATCHET).tlvs(&[(0x0019, &[0, 0, 0, 0, 0, 0, 0, 1]), (0x0001, &[1])]));
            };
            "a KEMShare in REKEM" => 0, |s| { s.rekem(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_sound() || frame.is_handshake() {
        return;
    }
    let allowed = match frame.header.frame_type {
        FrameType::REKEM => Some(TlvType::KEM_SHARE),
        FrameType::REKEM_ACK => Some(TlvType::KEM_CIPHERTEXT),
        _ => None,
    };
    for tlv in frame.tlv_items() {
        if (matches!(tlv.ty.0, 0x0001..=0x000D) || tlv.ty == TlvType::RESERVED_0014) && Some(tlv.ty) != allowed {
            let message = format!("TLV {} stands in {}", tlv.ty, frame.label());
            sink.report(payload(tlv.span()), message).evidence("type", tlv.ty.0);
        }
    }
}

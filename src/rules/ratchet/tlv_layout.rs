//! `ratchet/tlv-layout`

use crate::base::span::ByteSpan;
use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the body of a ratchet frame is exactly its TLVs with their sizes: the 8-octet `RatchetGeneration`, and before it in `REKEM`
    /// a `KEMShare` of 1216 octets, in `REKEM_ACK` a `KEMCiphertext` of 1120.
    /// ## Why it matters
    /// The receiver must reject the frame, and then cannot open anything behind the boundary.
    /// ## What to do
    /// Send the TLVs that binding section 9.3 lists. A body that breaks off is `frame/tlv-truncated`.
    pub static TLV_LAYOUT = {
        id: "ratchet/tlv-layout", severity: Error, certainty: Certain,
        clause: Must BINDING "9.3", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "MASTER_RATCHET with a generation of four octets" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::MASTER_RATCHET).tlvs(&[(0x0019, &[0, 0, 0, 1])]));
            };
            "REKEM with a share of 1200 octets" => 1, |s| {
                let generation = [0, 0, 0, 0, 0, 0, 0, 1];
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::REKEM).tlvs(&[(0x0007, &[7; 1200]), (0x0019, &generation)]));
            };
            "MASTER_RATCHET as it should be" => 0, |s| { s.ping(C2s).master_ratchet(C2s).ping(C2s); };
            "REKEM and REKEM_ACK as they should be" => 0, |s| { s.ping(C2s).rekem(C2s).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(
        RatchetEvent::MasterRatchet { well_formed, .. }
        | RatchetEvent::MasterRatchetAck { well_formed, .. }
        | RatchetEvent::Rekem { well_formed, .. }
        | RatchetEvent::RekemAck { well_formed, .. },
    ) = frame.opening.ratchet
    else {
        return;
    };
    let critical = frame.tlv_items().iter().any(|tlv| tlv.ty.is_critical());
    let sized = frame.tlv_items().iter().all(|tlv| kem_octets(tlv.ty).is_none_or(|octets| tlv.value.len() == octets));
    let exact = well_formed && sized;
    if !exact && frame.has_whole_tlvs() && !critical && !frame.is_replay() {
        let length = frame.plaintext.map_or(0, <[u8]>::len);
        let message = format!("the body of {} is not exactly its TLVs", frame.label());
        sink.report(payload(ByteSpan::new(0, length)), message).evidence("body_hex", frame.plaintext.unwrap_or_default());
    }
}

/// Octets of the KEM values of a re-KEM, which is X25519MLKEM768 at every profile.
const fn kem_octets(ty: TlvType) -> Option<usize> {
    match ty {
        TlvType::KEM_SHARE => Some(1216),
        TlvType::KEM_CIPHERTEXT => Some(1120),
        _ => None,
    }
}

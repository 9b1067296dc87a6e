//! `frame/tlv-bad-fixed-length`

use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That TLVs whose length the registry fixes have that length, in handshake, key update and ratchet bodies. The markers of
    /// key updates and ratchet steps are judged by `ratchet/key-update-marker` and `ratchet/tlv-layout`, `AEADSelect` by
    /// `handshake/aeadselect-length`.
    /// ## Why it matters
    /// The value has no meaning; a receiver must reject the frame.
    /// ## What to do
    /// Write the length that the registry names.
    pub static TLV_BAD_FIXED_LENGTH = {
        id: "frame/tlv-bad-fixed-length", severity: Error, certainty: Certain,
        clause: Must CORE "TLV registry", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a ProfileSelect of two octets" => 1, |s| { s.server_hello(|hello| { hello.set(TlvType::PROFILE_SELECT, &[1, 1]); }).begin(); };
            "two suites selected in generation 3" => 0, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_whole() {
        return;
    }
    for tlv in frame.tlv_items() {
        let Some(due) = fixed_len(frame, tlv.ty).filter(|due| *due != tlv.value.len()) else { continue };
        let message = format!("TLV {} has {} octets instead of {due}", tlv.ty, tlv.value.len());
        sink.report(payload(tlv.span()), message).evidence("type", tlv.ty.0).evidence("length", tlv.value.len()).evidence("due", due);
    }
}

/// The fixed length of a type where this rule is to judge it. Generation 3 selects any number of suites, and gave 0x0012 away.
fn fixed_len(frame: &FrameCtx<'_>, ty: TlvType) -> Option<usize> {
    let second = frame.association.generation() == Some(Generation::Two);
    let marker = matches!(ty, TlvType::KEY_UPDATE_MARKER | TlvType::RATCHET_GENERATION);
    let open = match ty {
        TlvType::AEAD_SELECT => true,
        TlvType::TYPE_0012 | TlvType::PATH_CHALLENGE | TlvType::PATH_RESPONSE => !second,
        _ => marker && !frame.is_handshake(),
    };
    ty.fixed_len().filter(|_| !open)
}

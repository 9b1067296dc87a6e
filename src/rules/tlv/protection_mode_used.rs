//! `tlv/protection-mode-used`

use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether `ProtectionMode` (0x0018) is used. The type is registered, and no value of it is defined.
    /// ## Why it matters
    /// Whatever the sender means by it, no receiver can know.
    /// ## What to do
    /// Leave it out.
    pub static PROTECTION_MODE_USED = {
        id: "tlv/protection-mode-used", severity: Note, certainty: Certain,
        clause: May CORE "10.4 (generation 3)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "in a frame of TLVs" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tlvs(&[(0x0018, &[1])])); };
            "the same in generation 2" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tlvs(&[(0x0018, &[1])])); };
            "octets that only begin like it" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(&[0, 0x18, 0, 9, 1]));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    for (tlv, value) in frame.retired_tlvs() {
        if tlv.ty != TlvType::PROTECTION_MODE {
            continue;
        }
        if let Some(draft) = frame.association.report3(sink, payload(tlv.span()), format!("ProtectionMode stands in {}", frame.label())) {
            draft.evidence("value_hex", value);
        }
    }
}

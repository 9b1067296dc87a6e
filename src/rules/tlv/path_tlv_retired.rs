//! `tlv/path-tlv-retired`

use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `PathChallenge` (0x0015) and `PathResponse` (0x0016) are not used: path validation has frames for it.
    /// ## Why it matters
    /// A receiver of generation 3 skips the TLV and finds no challenge.
    /// ## What to do
    /// Put challenge and response into the frames themselves.
    pub static PATH_TLV_RETIRED = {
        id: "tlv/path-tlv-retired", severity: Warning, certainty: Certain,
        clause: Must CORE "10.4, 11.9 (generation 3)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "PathChallenge in PATH_CHALLENGE" => 1 also ["path/on-tcp"], |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).tlvs(&[(0x0015, &[7; 32])]));
            };
            "the same in generation 2" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).tlvs(&[(0x0015, &[7; 32])])); };
            "a raw challenge" => 0, |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).payload(&[0, 0x15, 7, 7, 7, 7, 7, 7]));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    for (tlv, value) in frame.retired_tlvs() {
        if !matches!(tlv.ty, TlvType::PATH_CHALLENGE | TlvType::PATH_RESPONSE) {
            continue;
        }
        let message = format!("{} of {} octets stands in {}", tlv.ty, value.len(), frame.label());
        if let Some(draft) = frame.association.report3(sink, payload(tlv.span()), message) {
            draft.evidence("type", tlv.ty.0).evidence("length", value.len());
        }
    }
}

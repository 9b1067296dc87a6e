//! `frame/tlv-count-over-64`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

/// TLVs that generation 3 allows in one frame.
const MOST: usize = 64;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that a body of TLVs holds at most 64 of them.
    /// ## Why it matters
    /// The bound keeps a receiver's work small; it must reject the frame.
    /// ## What to do
    /// Send only the TLVs the frame is defined with.
    pub static TLV_COUNT_OVER_64 = {
        id: "frame/tlv-count-over-64", severity: Error, certainty: Certain,
        clause: Must CORE "11.7 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "65 TLVs in KEY_UPDATE, generation 3" => 1 also ["ratchet/key-update-marker"], |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE).payload(&[0x40, 0, 0, 0].repeat(65)));
            };
            "65 TLVs in KEY_UPDATE, generation 2" => 0 also ["ratchet/key-update-marker"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE).payload(&[0x40, 0, 0, 0].repeat(65)));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let count = frame.tlv_items().len();
    if frame.is_sound() && frame.association.is_gen3() && count > MOST {
        sink.report(None, format!("the body holds {count} TLVs, more than {MOST}")).evidence("count", count);
    }
}

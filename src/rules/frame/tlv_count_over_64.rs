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
        check: AnyFrame(check),
        fixtures: [
            "65 TLVs in KEY_UPDATE, generation 3" => 1 also ["ratchet/key-update-marker"], |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE).payload(&[0x40, 0, 0, 0].repeat(65)));
            };
            "65 TLVs before the foreign message, generation 3" => 1 also ["bridge/unknown-tlv", "exchange/unanswered"], |s| {
                s.generation(Generation::Three).bridge(C2s, crowded(64));
            };
            "64 TLVs before the foreign message, generation 3" => 0, |s| {
                s.generation(Generation::Three).bridge(C2s, crowded(63));
            };
            "65 TLVs in KEY_UPDATE, generation 2" => 0 also ["ratchet/key-update-marker"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE).payload(&[0x40, 0, 0, 0].repeat(65)));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_sound() || !frame.association.is_gen3() {
        return;
    }
    let count = frame.tlv_items().len().max(frame.bridge_with_more_tlvs().map_or(0, |payload| payload.tlv_count()));
    if count > MOST {
        sink.report(None, format!("the frame holds {count} TLVs, more than {MOST}")).evidence("count", count);
    }
}

/// A request with `more` empty TLVs of unknown types behind its envelope.
fn crowded(more: u8) -> BridgeSpec {
    let object = r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#;
    let request = BridgeSpec::request(Protocol::A2A, "tasks/get", "7", object);
    (0..more).fold(request, |request, at| request.tlv(0x40 + u16::from(at), &[]))
}

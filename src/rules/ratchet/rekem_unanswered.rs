//! `ratchet/rekem-unanswered`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a `REKEM` was never answered before its association ended.
    /// ## Why it matters
    /// The peer refused in silence, and the direction was not healed.
    /// ## What to do
    /// Compare the announced generation with the peer's; see `ratchet/generation-skew`.
    pub static REKEM_UNANSWERED = {
        id: "ratchet/rekem-unanswered", severity: Note, certainty: Certain,
        clause: May BINDING "9.6", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "no REKEM_ACK before CLOSE" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::REKEM).tlvs(&[(0x0007, &[1; 1216]), (0x0019, &[0, 0, 0, 0, 0, 0, 0, 1])]));
                s.close();
            };
            "answered" => 0, |s| { s.ping(C2s).rekem(C2s).ping(C2s).close(); };
            "the capture ends first" => 0, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::REKEM).tlvs(&[(0x0007, &[1; 1216]), (0x0019, &[0, 0, 0, 0, 0, 0, 0, 1])]));
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    if !association.is_over() {
        return;
    }
    for waiting in association.state.rotations.waiting().iter().filter(|waiting| waiting.frame_type == FrameType::REKEM) {
        if association.saw_all(waiting.direction.flip()) {
            let message = format!("the {}'s REKEM was never answered", waiting.direction.sender());
            sink.report(None, message).frame(waiting.frame).direction(waiting.direction);
        }
    }
}

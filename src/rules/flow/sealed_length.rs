//! `flow/sealed-length`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `FLOW_UPDATE` carries exactly one number of eight octets: 24 octets with the tag.
    /// ## Why it matters
    /// The receiver cannot tell the new limit and must end the association with `unexpected_message`.
    /// ## What to do
    /// Send the absolute limit as a 64-bit number in network order, nothing else.
    pub static SEALED_LENGTH = {
        id: "flow/sealed-length", severity: Error, certainty: Certain,
        clause: Must CORE "11.6 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a limit of four octets" => 1, |s| { s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::FLOW_UPDATE).payload(&[0, 32, 0, 0])); };
            "a limit of eight octets" => 0, |s| { s.generation(Generation::Three).flow_update(C2s, 1 << 21); };
            "generation 2 leaves the body undefined" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::FLOW_UPDATE)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_control(FrameType::FLOW_UPDATE) && frame.is_sound() && frame.has_other_length(8) {
        let length = frame.header.payload_len;
        let message = format!("FLOW_UPDATE has {length} octets, 24 are due with the tag");
        if let Some(draft) = frame.association.report3(sink, header(17, 21), message) {
            draft.evidence("length", length);
        }
    }
}

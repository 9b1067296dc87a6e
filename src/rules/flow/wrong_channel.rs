//! `flow/wrong-channel`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `FLOW_UPDATE` is sent on Control. The type keeps its meaning on every channel, but is described for that one
    /// alone.
    /// ## Why it matters
    /// The credit counts all channels together; the reference implementation hands such a frame to the application.
    /// ## What to do
    /// Send it on Control.
    pub static WRONG_CHANNEL = {
        id: "flow/wrong-channel", severity: Warning, certainty: Certain,
        clause: Must CORE "11.6 (generation 3, G-08)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "FLOW_UPDATE on Memory" => 1, |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::FLOW_UPDATE).payload(&(1_u64 << 21).to_be_bytes()));
            };
            "FLOW_UPDATE on Control" => 0, |s| { s.generation(Generation::Three).flow_update(C2s, 1 << 21); };
            "PING is legal on every channel" => 0, |s| { s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.header.frame_type == FrameType::FLOW_UPDATE && frame.header.channel != Channel::CONTROL && frame.is_sound() {
        let message = format!("{} belongs on Control", frame.label());
        if let Some(draft) = frame.association.report3(sink, header(7, 9), message) {
            draft.evidence("channel", frame.header.channel.0);
        }
    }
}

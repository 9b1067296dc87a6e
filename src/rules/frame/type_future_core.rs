//! `frame/type-future-core`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the frame type is none of 0x000B to 0x002F, which wait for later core revisions.
    /// ## Why it matters
    /// No peer of the known revisions can understand the frame.
    /// ## What to do
    /// Use a type of the channel's companion, or a peer of a newer revision.
    pub static TYPE_FUTURE_CORE = {
        id: "frame/type-future-core", severity: Warning, certainty: Certain,
        clause: Must CORE "4.6", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "type 0x000B" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType(0x000B))); };
            "type 0x000A, the last defined one" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::FLOW_UPDATE)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let number = frame.header.frame_type.0;
    if frame.is_sound() && matches!(number, 0x000B..=0x002F) {
        sink.report(header(5, 7), format!("frame type 0x{number:04X} is reserved for later core revisions")).evidence("frame_type", number);
    }
}

//! `frame/type-zero`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the frame type is not 0x0000.
    /// ## Why it matters
    /// The value is reserved so that a zeroed header never means anything; a receiver must reject it.
    /// ## What to do
    /// Set the frame type.
    pub static TYPE_ZERO = {
        id: "frame/type-zero", severity: Error, certainty: Certain,
        clause: Must CORE "4.6", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "type 0 on Bridge" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::ZERO)); };
            "type 1 on Bridge" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.header.frame_type == FrameType::ZERO {
        sink.report(header(5, 7), "the frame type is 0x0000").evidence("header_hex", frame.octets);
    }
}

//! `frame/type-reserved-undefined`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a frame type is one that is reserved for its channel and defined by no companion.
    /// ## Why it matters
    /// The body cannot be read by anyone but the build that sends it.
    /// ## What to do
    /// Nothing, if both peers run that build.
    pub static TYPE_RESERVED_UNDEFINED = {
        id: "frame/type-reserved-undefined", severity: Note, certainty: Certain,
        clause: May CORE "4.7", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "0x0030 on Stream" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::STREAM, FrameType(0x0030))); };
            "0x0062 on Capability, which its companion defines" => 0, |s| { s.native(C2s, NativeSpec::new(Channel::CAPABILITY, 0x0062).corr("c").text(2, "token:7").bytes(3, &[1; 16]).int(4, 0)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let (channel, kind) = (frame.header.channel, frame.header.frame_type);
    if frame.is_sound() && kind.is_reserved_for(channel) && kind.is_defined(channel) == Some(false) {
        let message = format!("frame type 0x{:04X} is reserved for channel {} but not defined", kind.0, channel.label());
        sink.report(header(5, 9), message).evidence("frame_type", kind.0);
    }
}

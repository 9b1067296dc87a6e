//! `channel/forbidden-ffff`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the channel is not 0xFFFF.
    /// ## Why it matters
    /// The value may never be used, so that a header of ones means nothing; a receiver must reject it.
    /// ## What to do
    /// Set the channel.
    pub static FORBIDDEN_FFFF = {
        id: "channel/forbidden-ffff", severity: Error, certainty: Certain,
        clause: Must CORE "5.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a frame on 0xFFFF" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::FORBIDDEN, FrameType(0x0100))); };
            "a frame on 0xFFFE, which is GREASE" => 0 also ["channel/grease"], |s| { s.frame(C2s, FrameSpec::new(Channel(0xFFFE), FrameType(0x0100))); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.header.channel == Channel::FORBIDDEN {
        sink.report(header(7, 9), "the channel is 0xFFFF").evidence("header_hex", frame.octets);
    }
}

//! `bridge/type-undefined`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a frame on the Bridge channel has one of the six types of its companion.
    /// ## Why it matters
    /// A receiver does not know what to do with it, and rejects it or drops it.
    /// ## What to do
    /// Use `BRIDGE_REQUEST` to `BRIDGE_STREAM_END`. A newer companion may define more types.
    pub static TYPE_UNDEFINED = {
        id: "bridge/type-undefined", severity: Warning, certainty: Certain,
        clause: Must CHANNEL_BRIDGE "3.3", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "type 0x0106" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType(0x0106)).payload(GET.as_bytes()));
            };
            "the last defined type" => 0, |s| {
                s.a2a_stream("7", 1);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let kind = frame.header.frame_type;
    if frame.header.channel == Channel::BRIDGE && kind > FrameType::BRIDGE_STREAM_END && frame.is_sound() {
        let text = format!("the companion of the Bridge channel does not define frame type 0x{:04X}", kind.0);
        sink.report(header(7, 9), text).evidence("frame_type", kind.0);
    }
}

//! `channel/grease`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a peer uses a GREASE channel (0xF000 to 0xFFFE). Said once for each channel and direction.
    /// ## Why it matters
    /// It is legal, and the receiver must ignore it: only an answer would be wrong.
    /// ## What to do
    /// Nothing.
    pub static GREASE = {
        id: "channel/grease", severity: Note, certainty: Certain,
        clause: May CORE "5.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "two frames on one GREASE channel" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel(0xF00D), FrameType(0x0100))).frame(C2s, FrameSpec::new(Channel(0xF00D), FrameType(0x0100)));
            };
            "a frame on the last extension channel" => 0 also ["channel/extension"], |s| { s.frame(C2s, FrameSpec::new(Channel(0xEFFF), FrameType(0x0100))); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let channel = frame.header.channel;
    if frame.is_sound() && frame.first_of_channel && channel.is_grease() {
        sink.report(header(7, 9), format!("channel 0x{:04X} is GREASE", channel.0)).evidence("channel", channel.0);
    }
}

//! `channel/extension`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a peer uses an extension channel (0x0020 to 0xEFFF). Said once for each channel and direction.
    /// ## Why it matters
    /// Only a private companion says what the frames mean; nothing in them is judged.
    /// ## What to do
    /// Nothing, if both peers know that companion.
    pub static EXTENSION = {
        id: "channel/extension", severity: Note, certainty: Certain,
        clause: May CORE "5.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "frames of both peers on one extension channel" => 2, |s| {
                s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100))).frame(S2c, FrameSpec::new(Channel(0x0020), FrameType(0x0101)));
                s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)));
            };
            "a frame on Memory" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let channel = frame.header.channel;
    if frame.is_sound() && frame.first_of_channel && channel.is_extension() {
        sink.report(header(7, 9), format!("channel 0x{:04X} is an extension channel", channel.0)).evidence("channel", channel.0);
    }
}

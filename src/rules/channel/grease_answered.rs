//! `channel/grease-answered`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a frame on a GREASE channel is not answered: that its octets do not come back on the same channel.
    /// ## Why it matters
    /// Such channels exist to be ignored; whoever answers on one treats unknown channels as known.
    /// ## What to do
    /// Drop frames on channels 0xF000 to 0xFFFE.
    pub static GREASE_ANSWERED = {
        id: "channel/grease-answered", severity: Error, certainty: Heuristic,
        clause: Must CORE "5.2", scope: Association, fault: Responder,
        alternative: "both peers may have chosen the same octets for their own GREASE",
        check: Frame(check),
        fixtures: [
            "the octets come back" => 1 also ["channel/grease"], |s| {
                s.frame(C2s, FrameSpec::new(Channel(0xF00D), FrameType(0x0100)).payload(b"grease!"));
                s.frame(S2c, FrameSpec::new(Channel(0xF00D), FrameType(0x0100)).payload(b"grease!"));
            };
            "the other peer sends GREASE of its own" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel(0xF00D), FrameType(0x0100)).payload(b"grease!"));
                s.frame(S2c, FrameSpec::new(Channel(0xF00D), FrameType(0x0100)).payload(b"other octets"));
            };
            "the same octets on another channel" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel(0xF00D), FrameType(0x0100)).payload(b"grease!"));
                s.frame(S2c, FrameSpec::new(Channel(0xF00E), FrameType(0x0100)).payload(b"grease!"));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(heard) = frame.standing.echoes {
        let message =
            format!("the {} repeats on GREASE channel 0x{:04X} what it heard there", frame.direction.sender(), frame.header.channel.0);
        sink.report(header(7, 9), message).peer(heard).evidence("channel", frame.header.channel.0);
    }
}

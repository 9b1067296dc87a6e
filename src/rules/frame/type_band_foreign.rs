//! `frame/type-band-foreign`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a frame type of the band 0x0030 to 0x00FF is one that is reserved for the frame's channel.
    /// ## Why it matters
    /// The band is divided among companions: on another channel the type means nothing.
    /// ## What to do
    /// Send the frame on the channel its companion names. A companion newer than this table explains the finding.
    pub static TYPE_BAND_FOREIGN = {
        id: "frame/type-band-foreign", severity: Warning, certainty: Certain,
        clause: Must CORE "4.7 (A-58)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a Memory extension type on Telemetry" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::TELEMETRY, FrameType(0x0035))); };
            "the same type on Memory" => 0, |s| { s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0035).corr("c").text(2, "rec-1").int(4, 3)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let (channel, kind) = (frame.header.channel, frame.header.frame_type);
    if frame.is_sound() && kind.is_band() && channel.name().is_some() && !kind.is_reserved_for(channel) {
        let message = format!("frame type 0x{:04X} is not reserved for channel {}", kind.0, channel.label());
        sink.report(header(5, 9), message).evidence("frame_type", kind.0).evidence("channel", channel.0);
    }
}

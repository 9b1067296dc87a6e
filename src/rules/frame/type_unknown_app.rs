//! `frame/type-unknown-app`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a frame type from 0x0100 on is one that the channel's companion lists. On channels without a companion it is noted only;
    /// on the Bridge channel it is bridge/type-undefined.
    /// ## Why it matters
    /// A receiver that follows the companion cannot understand the frame.
    /// ## What to do
    /// Use a listed type, or make sure that both peers know the newer companion.
    pub static TYPE_UNKNOWN_APP = {
        id: "frame/type-unknown-app", severity: Warning, certainty: Certain,
        clause: Must SPEC "companion frame tables", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "type 0x0777 on Memory" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType(0x0777))); };
            "type 0x0100 on Identity, which no companion describes" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType(0x0100))); };
            "the last listed type of Memory" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 5)); };
            "any type on an extension channel" => 0 also ["channel/extension"], |s| { s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0777))); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let (channel, kind) = (frame.header.channel, frame.header.frame_type);
    let elsewhere = matches!(channel, Channel::BRIDGE | Channel::FORBIDDEN) || channel.name().is_none();
    if !frame.is_sound() || kind.0 < 0x0100 || elsewhere {
        return;
    }
    let (severity, why) = match kind.is_defined(channel) {
        Some(true) => return,
        Some(false) => (Severity::Warning, "is not in the channel's companion"),
        None => (Severity::Note, "has no companion that could define it"),
    };
    let message = format!("frame type 0x{:04X} on channel {} {why}", kind.0, channel.label());
    sink.report(header(5, 9), message).severity(severity).evidence("frame_type", kind.0).evidence("channel", channel.0);
}

//! `channel/reserved-core`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That no frame uses a channel from 0x0014 to 0x001F, which wait for later core revisions.
    /// ## Why it matters
    /// No peer of the known revisions can understand the frame.
    /// ## What to do
    /// Use an extension channel (0x0020 to 0xEFFF), or a peer of a newer revision.
    pub static RESERVED_CORE = {
        id: "channel/reserved-core", severity: Warning, certainty: Certain,
        clause: Must CORE "5.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a frame on 0x0014" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel(0x0014), FrameType(0x0100))); };
            "a frame on 0x0012, the last one a Standard association may use" => 0, |s| { s.native(C2s, NativeSpec::new(Channel::KNOWLEDGE, 0x0100).corr("k")); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let channel = frame.header.channel;
    if frame.is_sound() && channel.is_reserved_core() {
        sink.report(header(7, 9), format!("channel 0x{:04X} is reserved for later core revisions", channel.0))
            .evidence("channel", channel.0);
    }
}

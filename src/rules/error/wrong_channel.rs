//! `error/wrong-channel`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `ERROR` is sent on Control. The type keeps its meaning on every channel, but is described for that one
    /// alone.
    /// ## Why it matters
    /// `ERROR` ends the whole association; the reference implementation hands such a frame to the application instead.
    /// ## What to do
    /// Send it on Control. An error of a carried message is `BRIDGE_ERROR`.
    pub static WRONG_CHANNEL = {
        id: "error/wrong-channel", severity: Warning, certainty: Certain,
        clause: Must CORE "4.9 (generation 3, G-08)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "ERROR on Memory" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::error(1).channel(Channel::MEMORY)).ping(C2s); };
            "ERROR on Control" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1).fin(C2s).fin(S2c); };
            "generation 2 defines ERROR for every channel" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::error(1).channel(Channel::MEMORY)).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.header.frame_type == FrameType::ERROR && frame.header.channel != Channel::CONTROL && frame.is_sound() {
        let message = format!("{} belongs on Control", frame.label());
        if let Some(draft) = frame.association.report3(sink, header(7, 9), message) {
            draft.evidence("channel", frame.header.channel.0);
        }
    }
}

//! `close/wrong-channel`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `CLOSE` and `CLOSE_ACK` are sent on Control. Their types keep their meaning on every channel, but they are
    /// described for that one alone.
    /// ## Why it matters
    /// One `CLOSE` ends all channels; the reference implementation hands such a frame to the application instead.
    /// ## What to do
    /// Send it on Control.
    pub static WRONG_CHANNEL = {
        id: "close/wrong-channel", severity: Warning, certainty: Certain,
        clause: Must CORE "4.8 (generation 3, G-08)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "CLOSE on Memory" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::CLOSE)).ping(C2s); };
            "CLOSE on Control" => 0, |s| { s.generation(Generation::Three).ping(C2s).close(); };
            "generation 2 does not say what CLOSE on a channel means" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::CLOSE)).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_close() && frame.header.channel != Channel::CONTROL && frame.is_sound() {
        let message = format!("{} belongs on Control", frame.label());
        if let Some(draft) = frame.association.report3(sink, header(7, 9), message) {
            draft.evidence("channel", frame.header.channel.0);
        }
    }
}

//! `close/payload-not-empty`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `CLOSE` and `CLOSE_ACK` on Control have no body: 16 octets, the tag alone.
    /// ## Why it matters
    /// The receiver must answer with `unexpected_message` instead of closing in order.
    /// ## What to do
    /// Send no reason in `CLOSE`; `ERROR` carries reasons.
    pub static PAYLOAD_NOT_EMPTY = {
        id: "close/payload-not-empty", severity: Error, certainty: Certain,
        clause: Must CORE "4.8 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "CLOSE with a reason" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).payload(b"bye"));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
            };
            "CLOSE and CLOSE_ACK without bodies" => 0, |s| { s.generation(Generation::Three).ping(C2s).close(); };
            "generation 2 leaves the bodies undefined" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).payload(b"bye")); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let control = frame.header.channel == Channel::CONTROL && frame.is_close();
    if control && frame.is_sound() && frame.has_other_length(0) {
        let length = frame.header.payload_len;
        let message = format!("{} has {length} octets instead of the 16 of its tag", frame.label());
        if let Some(draft) = frame.association.report3(sink, header(17, 21), message) {
            draft.evidence("length", length);
        }
    }
}

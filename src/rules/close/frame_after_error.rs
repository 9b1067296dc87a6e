//! `close/frame-after-error`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that a peer sends nothing more once it sent `ERROR` on Control. Said for the first frame behind it.
    /// ## Why it matters
    /// `ERROR` ends the association: the other peer has closed and will not read on.
    /// ## What to do
    /// Close the transport behind `ERROR`.
    pub static FRAME_AFTER_ERROR = {
        id: "close/frame-after-error", severity: Error, certainty: Certain,
        clause: Must CORE "4.9 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the client goes on behind its ERROR" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).error(C2s, 1).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
            };
            "what the other peer had in flight" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).error(C2s, 1).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PING)).fin(C2s).fin(S2c);
            };
            "generation 2 does not say that ERROR is fatal" => 0, |s| { s.ping(C2s).error(C2s, 1).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(error) = frame.standing.after_error else { return };
    let message = format!("the {} sends {} after its own ERROR", frame.direction.sender(), frame.label());
    if let Some(draft) = frame.association.report3(sink, header(5, 9), message) {
        draft.peer(error);
    }
}

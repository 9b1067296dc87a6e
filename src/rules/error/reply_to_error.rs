//! `error/reply-to-error`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that nobody answers `ERROR` with `ERROR`: it is advisory, and its receiver closes without a reply. Only an `ERROR`
    /// that acknowledges the other one on the transport counts; two that cross are right.
    /// ## Why it matters
    /// Two peers that answer each other's errors never end.
    /// ## What to do
    /// Close the transport when `ERROR` arrives.
    pub static REPLY_TO_ERROR = {
        id: "error/reply-to-error", severity: Error, certainty: Heuristic,
        clause: Must CORE "4.9 (generation 3)", scope: Association, fault: Sender,
        alternative: "the second ERROR may have been on its way already when the first one arrived",
        check: Control(check),
        fixtures: [
            "the server answers the client's ERROR" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1).error(S2c, 1).fin(C2s).fin(S2c); };
            "two errors cross on the wire" => 0, |s| { s.generation(Generation::Three).ping(C2s).hears_nothing(S2c).error(C2s, 1).error(S2c, 1); };
            "one ERROR, and the transport ends" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1).fin(C2s).fin(S2c); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(error) = frame.standing.heard_error.filter(|_| frame.is_control(FrameType::ERROR)) else { return };
    let message = format!("the {} answers ERROR with ERROR", frame.direction.sender());
    if let Some(draft) = frame.association.report3(sink, None, message) {
        draft.peer(error);
    }
}

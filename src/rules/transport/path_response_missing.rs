//! `transport/path-response-missing`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a `PATH_CHALLENGE` was answered by `PATH_RESPONSE` before its association ended.
    /// ## Why it matters
    /// The path was never validated; after a change of address the peer may be somebody else's.
    /// ## What to do
    /// Answer every challenge.
    pub static PATH_RESPONSE_MISSING = {
        id: "transport/path-response-missing", severity: Note, certainty: Heuristic,
        clause: Should CORE "migration", scope: Association, fault: Responder,
        alternative: "the association may have ended before the response was sent",
        check: Association(check),
        fixtures: [
            "no PATH_RESPONSE before CLOSE" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).payload(&[7; 8])).close();
            };
            "answered" => 0, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).payload(&[7; 8]));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PATH_RESPONSE).payload(&[7; 8])).close();
            };
            "the capture ends first" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).payload(&[7; 8])); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    if !association.is_over() {
        return;
    }
    for (direction, frame) in association.state.ledger.paths.waiting() {
        if association.saw_all(direction.flip()) {
            let message = format!("the {}'s PATH_CHALLENGE was never answered", direction.sender());
            sink.report(None, message).frame(*frame).direction(*direction);
        }
    }
}

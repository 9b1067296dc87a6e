//! `transport/path-response-missing`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a `PATH_CHALLENGE` was answered by `PATH_RESPONSE` before its association ended; in generation 3 also, whether a peer that
    /// moved to another QUIC path sent sealed frames from there although no path was challenged.
    /// ## Why it matters
    /// The path was never validated; after a change of address the peer may be somebody else's.
    /// ## What to do
    /// Answer every challenge.
    pub static PATH_RESPONSE_MISSING = {
        id: "transport/path-response-missing", severity: Note, severity3: Warning, certainty: Heuristic,
        clause: Should CORE "migration", scope: Association, fault: Responder,
        alternative: "the association may have ended before the response was sent; QUIC validates paths by itself, and a NAT may have moved the peer",
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
            "the client moves and goes on" => 1, |s| {
                s.generation(Generation::Three).quic(|_| {}).ping(C2s).quic_move(true).ping(C2s).ping(S2c).close().quic_close(C2s, 0);
            };
            "the client moves and the path is challenged" => 0, |s| {
                s.generation(Generation::Three).quic(|_| {}).ping(C2s).quic_move(true).ping(C2s).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).payload(&[7; 8]));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_RESPONSE).payload(&[7; 8])).ping(C2s).close().quic_close(C2s, 0);
            };
            "nobody moves" => 0, |s| { s.generation(Generation::Three).quic(|_| {}).ping(C2s).ping(S2c).close().quic_close(C2s, 0); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for (moved, frame) in association.state.moves.unvalidated() {
        let peer = moved.direction.sender();
        let message = format!("the {peer} moved to another address and sent sealed frames from there, and no path was challenged");
        if let Some(draft) = association.report3(sink, None, message) {
            // A peer whose id stays the same may not know that it moved.
            let most = if moved.deliberate { Severity::Warning } else { Severity::Note };
            draft.at_most(most).frame(frame).direction(moved.direction);
        }
    }
    if !association.is_over() {
        return;
    }
    for (direction, frame) in association.state.ledger.paths.waiting() {
        if association.saw_all(direction.flip()) {
            let message = format!("the {}'s PATH_CHALLENGE was never answered", direction.sender());
            sink.report(None, message).at_most(Severity::Note).frame(*frame).direction(*direction);
        }
    }
}

//! `close/ack-missing`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `CLOSE` is answered by `CLOSE_ACK` within 60 seconds while the transport stays open.
    /// ## Why it matters
    /// The closer waits for what was in flight, and must give up without knowing whether it was handled.
    /// ## What to do
    /// Drain what is in order, then send `CLOSE_ACK`.
    pub static ACK_MISSING = {
        id: "close/ack-missing", severity: Warning, certainty: Heuristic,
        clause: Must CORE "4.8, 11.7 (generation 3)", scope: Association, fault: Responder,
        alternative: "the other peer may have gone without closing its side of the transport",
        check: Association(check),
        fixtures: [
            "the connection ends 70 seconds after CLOSE" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).wait(70_000).fin(S2c).fin(C2s);
            };
            "CLOSE_ACK comes at once, the connection ends later" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).wait(70_000).fin(S2c).fin(C2s);
            };
            "the connection ends two seconds after CLOSE" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).wait(2000).fin(S2c).fin(C2s);
            };
        ],
    }
}

/// Nanoseconds that a closer waits at most.
const LONGEST: i64 = 60_000_000_000;

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for direction in Direction::BOTH {
        let (own, other) =
            (&association.state.ledger.closing[direction.index()], &association.state.ledger.closing[direction.flip().index()]);
        let Some(close) = own.close.filter(|_| other.ack.is_none() && association.saw_all(direction.flip())) else { continue };
        let waited = association.open_until().since(close.time);
        if waited > LONGEST {
            let message = format!("the {}'s CLOSE was not answered in {} seconds", direction.sender(), waited / 1_000_000_000);
            if let Some(draft) = association.report3(sink, None, message) {
                draft.frame(close.frame).direction(direction).evidence("waited_ns", waited);
            }
        }
    }
}

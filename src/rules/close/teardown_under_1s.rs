//! `close/teardown-under-1s`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a peer drops the transport less than a second after its `CLOSE` without having `CLOSE_ACK`.
    /// ## Why it matters
    /// One second is the least a closer has to wait: what the other peer had in flight is lost.
    /// ## What to do
    /// Wait for `CLOSE_ACK`, or for the timer of at least a second.
    pub static TEARDOWN_UNDER_1S = {
        id: "close/teardown-under-1s", severity: Note, certainty: Heuristic,
        clause: Must CORE "11.7 (generation 3)", scope: Association, fault: Sender,
        alternative: "CLOSE_ACK may have arrived behind the end of the capture's view",
        check: Association(check),
        fixtures: [
            "FIN right behind CLOSE" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).fin(C2s).fin(S2c); };
            "CLOSE_ACK comes first" => 0, |s| { s.generation(Generation::Three).ping(C2s).close(); };
            "the closer waits" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).wait(1500).fin(C2s).fin(S2c);
            };
        ],
    }
}

/// Nanoseconds that a closer waits at least.
const SHORTEST: i64 = 1_000_000_000;

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for direction in Direction::BOTH {
        let (own, other) =
            (&association.state.ledger.closing[direction.index()], &association.state.ledger.closing[direction.flip().index()]);
        let Some((close, end)) = own.close.zip(own.end) else { continue };
        let waited = end.time.since(close.time);
        // The other peer may have gone first, and then nobody is left to wait for.
        let left = other.end.is_some_and(|first| first.time < end.time);
        let alone = other.ack.is_none() && !left && own.ack.is_none() && association.saw_all(direction.flip());
        if alone && waited < SHORTEST && association.is_gen3() {
            let message =
                format!("the {} drops the transport {} ms after CLOSE, without CLOSE_ACK", direction.sender(), waited / 1_000_000);
            sink.report(None, message).frame(close.frame).direction(direction).evidence("waited_ns", waited);
        }
    }
}

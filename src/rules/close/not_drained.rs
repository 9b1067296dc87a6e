//! `close/not-drained`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether `CLOSE_ACK` was sent although requests that the closer had sent before its `CLOSE` were never answered.
    /// ## Why it matters
    /// `CLOSE_ACK` says that everything in order was handled.
    /// ## What to do
    /// Answer, or refuse, what was received before `CLOSE`; then acknowledge.
    pub static NOT_DRAINED = {
        id: "close/not-drained", severity: Note, certainty: Heuristic,
        clause: Must CORE "4.8 (generation 3)", scope: Association, fault: Responder,
        alternative: "draining frames does not oblige a peer to answer every request in them",
        check: Association(check),
        fixtures: [
            "a request is unanswered when CLOSE_ACK comes" => 1 also ["exchange/unanswered"], |s| { ask(s.generation(Generation::Three), "7").close(); };
            "every request was answered" => 0, |s| { answer(ask(s.generation(Generation::Three), "7"), "7").close(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    if !association.is_gen3() {
        return;
    }
    let ledger = &association.state.ledger;
    for direction in Direction::BOTH {
        let (Some(ack), Some(close)) = (ledger.closing[direction.index()].ack, ledger.closing[direction.flip().index()].close) else {
            continue;
        };
        let asked = |initiator: Direction, frame| initiator == direction.flip() && frame < close.frame && close.frame < ack.frame;
        let open = association.state.correlator.outstanding();
        let left: Vec<_> = open.iter().filter(|(request, _)| asked(request.initiator, request.frame)).collect();
        if let Some((first, _)) = left.first().filter(|_| association.whole(direction)) {
            let message = format!("the {} acknowledges CLOSE with {} requests unanswered", direction.sender(), left.len());
            sink.report(None, message).frame(ack.frame).direction(direction).peer(first.frame).evidence("unanswered", left.len());
        }
    }
}

//! `error/missing-before-abort`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::spec::error_code::ErrorCode;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a peer drops the transport right after a frame that earns a fatal code, without saying `ERROR` first.
    /// ## Why it matters
    /// The sender of the frame never learns what it did wrong.
    /// ## What to do
    /// Send the sealed `ERROR`, then close.
    pub static MISSING_BEFORE_ABORT = {
        id: "error/missing-before-abort", severity: Note, certainty: Heuristic,
        clause: Must CORE "4.9 (generation 3)", scope: Association, fault: Responder,
        alternative: "the peer may have ended for another reason, or its ERROR was lost with the connection",
        check: Association(check),
        fixtures: [
            "the server resets after a key update with a wrong marker" => 1 also ["ratchet/key-update-epoch", "transport/abrupt-end", "ratchet/key-update-unacked"], |s| {
                bad_update(s).rst(S2c);
            };
            "the server says ERROR first" => 0 also ["ratchet/key-update-epoch"], |s| { bad_update(s).error(S2c, 9).rst(S2c); };
            "the sender of the frame ends the connection" => 0 also ["ratchet/key-update-epoch"], |s| { bad_update(s).rst(C2s); };
        ],
    }
}

fn bad_update(s: &mut Scenario) -> &mut Scenario {
    let marker: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 5];
    s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::KEY_UPDATE).tlvs(&[(0x0017, marker)]))
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let ledger = &association.state.ledger;
    for direction in Direction::BOTH {
        let receiver = direction.flip().index();
        let Some((frame, code)) = ledger.earned[direction.index()].filter(|_| association.is_gen3()) else { continue };
        let answer = &ledger.closing[receiver];
        let first = answer.end.filter(|end| ledger.closing[direction.index()].end.is_none_or(|other| end.time <= other.time));
        let silent = answer.error.is_none() && answer.close.is_none() && ledger.last[receiver].is_none_or(|(last, _)| last < frame);
        if silent && first.is_some() && association.saw_all(direction.flip()) {
            let named = ErrorCode(code);
            let message = format!("the {} drops the transport without ERROR; {named} was due", direction.flip().sender());
            sink.report(None, message).frame(frame).direction(direction).evidence("code", code);
        }
    }
}

//! `error/code-context-mismatch`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::session::ledger::Credit;
use crate::spec::error_code::ErrorCode;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the code of `ERROR` can be true: 2 belongs to the handshake, 8 needs a `CLOSE`, 9 a key update of the other
    /// peer, 10 more octets than its credit.
    /// ## Why it matters
    /// Somebody who looks for the cause looks in the wrong place.
    /// ## What to do
    /// Send `unexpected_message` for what has no code of its own.
    pub static CODE_CONTEXT_MISMATCH = {
        id: "error/code-context-mismatch", severity: Warning, certainty: Heuristic,
        clause: Must CORE "4.9.1 (generation 3)", scope: Association, fault: Sender,
        alternative: "the sender may speak of something that the capture does not show",
        check: Control(check),
        fixtures: [
            "decrypt_failed long after the handshake" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 2); };
            "key_update_out_of_order without a key update" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 9); };
            "flow_control_error with credit left" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 10); };
            "close_incomplete without CLOSE" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 8); };
            "the key update that the code speaks of is there" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).key_update(S2c, Channel::CONTROL).error(C2s, 9);
            };
            "unexpected_message fits everything" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let association = &frame.association;
    let Some(code) = frame.error_code().filter(|_| association.is_gen3() && association.saw_all(frame.direction.flip())) else { return };
    let ledger = &association.state.ledger;
    let other = frame.direction.flip().index();
    let why = match code {
        // Right behind a frame that nobody authenticated this is another rule's.
        ErrorCode::DECRYPT_FAILED if association.is_established() && !frame.answers_suspect() => "the handshake is over",
        ErrorCode::CLOSE_INCOMPLETE if ledger.closing.iter().all(|closing| closing.close.is_none()) => "nobody sent CLOSE",
        ErrorCode::KEY_UPDATE_OUT_OF_ORDER if !ledger.rotated[other] => "the other peer sent no key update",
        ErrorCode::FLOW_CONTROL_ERROR if within(&ledger.credit[other]) => "the other peer keeps to its credit",
        _ => return,
    };
    let message = format!("the {} reports {code}, but {why}", frame.direction.sender());
    sink.report(frame.code_place(), message).evidence("code", code.0);
}

const fn within(credit: &Credit) -> bool {
    credit.used <= credit.limit && !credit.unknown
}

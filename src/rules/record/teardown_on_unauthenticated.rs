//! `record/teardown-on-unauthenticated`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::spec::error_code::ErrorCode;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a peer ends the association right after a frame that is in the clear or does not open: with `ERROR`
    /// `decrypt_failed`, or by breaking the transport, which is a note.
    /// ## Why it matters
    /// Such a frame must be dropped; else anybody on the path ends the association with one packet.
    /// ## What to do
    /// Count the frame and go on. Only frames of the handshake that do not open are fatal.
    pub static TEARDOWN_ON_UNAUTHENTICATED = {
        id: "record/teardown-on-unauthenticated", severity: Warning, certainty: Heuristic,
        clause: Must CORE "8.2 (generation 3)", scope: Association, fault: Responder,
        alternative: "the peer may have ended for another reason at that moment",
        check: Association(check),
        fixtures: [
            "decrypt_failed after a changed frame" => 1 also ["record/open-failed"], |s| { forged(s).error(S2c, 2).fin(S2c).fin(C2s); };
            "the server resets after a frame in the clear" => 1 also ["frame/flag-enc-missing", "transport/abrupt-end"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).clear()).rst(S2c);
            };
            "the association goes on" => 0 also ["record/open-failed"], |s| { forged(s).ping(C2s).close(); };
        ],
    }
}

/// Nanoseconds within which an end counts as an answer.
const SOON: i64 = 2_000_000_000;

fn forged(s: &mut Scenario) -> &mut Scenario {
    s.generation(Generation::Three).ping(C2s);
    s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(b"hello").tamper(|octets| octets[0] ^= 1))
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let ledger = &association.state.ledger;
    for direction in Direction::BOTH {
        let receiver = direction.flip();
        let Some(suspect) = ledger.suspect[direction.index()].filter(|_| association.is_gen3()) else { continue };
        let answer = &ledger.closing[receiver.index()];
        let soon = |time| (0..=SOON).contains(&suspect.sent.time_until(time));
        let error = answer.error.filter(|error| error.code == Some(ErrorCode::DECRYPT_FAILED.0) && soon(error.sent.time));
        let quiet = ledger.last[receiver.index()].is_none_or(|(last, _)| last < suspect.sent.frame);
        let reset = answer.end.filter(|end| end.reset && soon(end.time) && quiet && answer.close.is_none() && answer.error.is_none());
        let (how, severity) = match (error, reset) {
            (Some(_), _) => ("answers with decrypt_failed", Severity::Warning),
            (None, Some(_)) => ("breaks the transport", Severity::Note),
            (None, None) => continue,
        };
        let what = if suspect.clear { "in the clear" } else { "that does not open" };
        let message = format!("the {} {how} right after a frame {what}", receiver.sender());
        let draft = sink.report(None, message).severity(severity).direction(receiver).peer(suspect.sent.frame);
        if let Some(error) = error {
            draft.frame(error.sent.frame);
        }
    }
}

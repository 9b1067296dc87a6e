//! `close/ack-unsolicited`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `CLOSE_ACK` answers a `CLOSE` of the other peer. If that comes only later, the capture may show the two
    /// directions in another order than the peers saw them, and it is a note.
    /// ## Why it matters
    /// The receiver must answer with `unexpected_message`.
    /// ## What to do
    /// Acknowledge a `CLOSE` that was received; begin with `CLOSE`.
    pub static ACK_UNSOLICITED = {
        id: "close/ack-unsolicited", severity: Error, certainty: Certain,
        clause: Must CORE "8.2 (generation 3)", scope: Association, fault: Sender,
        check: Association(check),
        fixtures: [
            "CLOSE_ACK out of nothing" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)); };
            "CLOSE_ACK to CLOSE" => 0, |s| { s.generation(Generation::Three).ping(C2s).close(); };
            "both close at once" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
            };
            "the CLOSE was lost by the capture" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).lose_next(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for direction in Direction::BOTH {
        let (own, other) =
            (&association.state.ledger.closing[direction.index()], &association.state.ledger.closing[direction.flip().index()]);
        let Some(ack) = own.ack.filter(|_| !own.solicited && association.saw_all(direction.flip())) else { continue };
        let most = if other.close.is_some() { Severity::Note } else { Severity::Error };
        let message = format!("the {}'s CLOSE_ACK answers no CLOSE", direction.sender());
        if let Some(draft) = association.report3(sink, None, message) {
            draft.at_most(most).frame(ack.frame).direction(direction);
        }
    }
}

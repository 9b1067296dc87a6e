//! `ratchet/key-update-unacked`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a `KEY_UPDATE` was never acknowledged before its association ended.
    /// ## Why it matters
    /// The acknowledgement only informs, but its absence may mean that the receiver did not follow.
    /// ## What to do
    /// Look whether later frames of that channel were answered.
    pub static KEY_UPDATE_UNACKED = {
        id: "ratchet/key-update-unacked", severity: Note, certainty: Heuristic,
        clause: May CORE "frame types", scope: Association, fault: Responder,
        alternative: "the acknowledgement is informational, and the association may have ended before it was sent",
        check: Association(check),
        fixtures: [
            "no KEY_UPDATE_ACK before CLOSE" => 1, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).close(); };
            "acknowledged" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).key_update_ack(S2c, Channel::CONTROL, 1).close(); };
            "the capture ends first" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    if !association.is_over() {
        return;
    }
    for waiting in association.state.rotations.waiting().iter().filter(|waiting| waiting.frame_type == FrameType::KEY_UPDATE) {
        if association.saw_all(waiting.direction.flip()) {
            let message = format!("the {}'s KEY_UPDATE on {} was never acknowledged", waiting.direction.sender(), waiting.channel.label());
            sink.report(None, message).frame(waiting.frame).direction(waiting.direction).evidence("channel", waiting.channel.0);
        }
    }
}

//! `ratchet/ack-unsolicited`

use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `MASTER_RATCHET_ACK` and `REKEM_ACK` answer something the peer sent.
    /// ## Why it matters
    /// An unsolicited `REKEM_ACK` would switch to a key that nobody agreed on; the others show that a peer's count is wrong.
    /// ## What to do
    /// Acknowledge once, for the step that was made.
    pub static ACK_UNSOLICITED = {
        id: "ratchet/ack-unsolicited", severity: Error, certainty: Certain,
        clause: Must BINDING "9.6", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "MASTER_RATCHET_ACK out of nothing" => 1, |s| { s.ping(C2s).master_ratchet_ack(S2c, 1); };
            "REKEM_ACK out of nothing, no keys" => 1 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::REKEM_ACK).payload(&[7; 1136]));
            };
            "both ratchets, no keys" => 0 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).master_ratchet(C2s).master_ratchet_ack(S2c, 1).rekem(C2s).ping(C2s);
            };
            "MASTER_RATCHET_ACK after a step" => 0, |s| { s.ping(C2s).master_ratchet(C2s).master_ratchet_ack(S2c, 1); };
            "the capture began after the step" => 0, |s| { s.late().ping(C2s).master_ratchet_ack(S2c, 1); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let unsolicited = match frame.opening.ratchet {
        Some(RatchetEvent::MasterRatchetAck { outstanding, well_formed, .. } | RatchetEvent::RekemAck { outstanding, well_formed, .. }) => {
            well_formed && !outstanding
        }
        _ => frame.is_unasked(FrameType::MASTER_RATCHET_ACK) || frame.is_unasked(FrameType::REKEM_ACK),
    };
    if unsolicited && !frame.is_replay() && frame.association.saw_all(frame.direction.flip()) {
        let message = format!("{} answers nothing that the {} sent", frame.label(), frame.direction.flip().sender());
        sink.report(None, message).evidence("seq", frame.header.seq);
    }
}

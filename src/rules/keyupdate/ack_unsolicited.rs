//! `keyupdate/ack-unsolicited`

use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// That `KEY_UPDATE_ACK` confirms an epoch that the peer announced on that channel. Generation 2 gives it no meaning.
    /// ## Why it matters
    /// Generation 3 has the receiver end the association over it; the two sides count their epochs differently.
    /// ## What to do
    /// Acknowledge once, for the update that was received, on its channel.
    pub static ACK_UNSOLICITED = {
        id: "keyupdate/ack-unsolicited", severity: Note, severity3: Error, certainty: Certain,
        clause: Must CORE "11.5", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "an acknowledgement out of nothing" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).key_update_ack(S2c, Channel::CONTROL, 1);
            };
            "an acknowledgement on another channel is another rule's" => 0 also ["keyupdate/ack-wrong-channel"], |s| {
                s.generation(Generation::Three).ping(C2s).key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::CONTROL, 1).close();
            };
            "a second acknowledgement of one update" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).key_update(C2s, Channel::CONTROL).key_update_ack(S2c, Channel::CONTROL, 1);
                s.key_update_ack(S2c, Channel::CONTROL, 1);
            };
            "an acknowledgement out of nothing at High, no keys" => 1 also ["record/key-missing"], |s| {
                s.no_keys().generation(Generation::Three).profile(Profile::HIGH).ping(C2s).key_update_ack(S2c, Channel::CONTROL, 1);
            };
            "updates of two channels and their acknowledgements, no keys" => 0 also ["record/key-missing"], |s| {
                s.no_keys().generation(Generation::Three).profile(Profile::HIGH).ping(C2s).key_update(C2s, Channel::CONTROL);
                s.key_update(C2s, Channel::MEMORY).key_update_ack(S2c, Channel::MEMORY, 1).key_update_ack(S2c, Channel::CONTROL, 1);
            };
            "an acknowledgement after the update" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).key_update(C2s, Channel::CONTROL).key_update_ack(S2c, Channel::CONTROL, 1);
            };
            "the update came before the capture" => 0, |s| {
                s.generation(Generation::Three).late().ping(C2s).key_update_ack(S2c, Channel::CONTROL, 1);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_unasked(FrameType::KEY_UPDATE_ACK) {
        sink.report(None, format!("{} answers no update of the {}", frame.label(), frame.direction.flip().sender()));
        return;
    }
    let Some(RatchetEvent::KeyUpdateAck { waiting: 0, well_formed: true, announced, .. }) = frame.opening.ratchet else { return };
    if frame.is_replay() || !frame.association.saw_all(frame.direction.flip()) || frame.update_elsewhere().is_some() {
        return;
    }
    let message = format!("{} answers no update of the {}", frame.label(), frame.direction.flip().sender());
    sink.report(None, message).evidence("epoch", announced.unwrap_or_default());
}

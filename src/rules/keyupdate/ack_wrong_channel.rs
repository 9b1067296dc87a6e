//! `keyupdate/ack-wrong-channel`

use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// That `KEY_UPDATE_ACK` is sent on the channel whose key update it confirms. Generation 2 gives it no meaning.
    /// ## Why it matters
    /// The update stays unconfirmed, and generation 3 has the receiver end the association.
    /// ## What to do
    /// Acknowledge on the channel of the update.
    pub static ACK_WRONG_CHANNEL = {
        id: "keyupdate/ack-wrong-channel", severity: Note, severity3: Error, certainty: Heuristic,
        clause: Must CORE "11.5 (generation 3)", scope: Association, fault: Sender,
        alternative: "the acknowledgement may answer nothing at all",
        check: Control(check),
        fixtures: [
            "an update of Bridge is confirmed on Control" => 1 also ["ratchet/key-update-unacked"], |s| {
                s.generation(Generation::Three).ping(C2s).key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::CONTROL, 1).close();
            };
            "two channels, each on its own" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).key_update(C2s, Channel::BRIDGE).key_update(C2s, Channel::CONTROL);
                s.key_update_ack(S2c, Channel::CONTROL, 1).key_update_ack(S2c, Channel::BRIDGE, 1);
            };
            "no update waits at all" => 0 also ["keyupdate/ack-unsolicited"], |s| {
                s.generation(Generation::Three).ping(C2s).key_update_ack(S2c, Channel::CONTROL, 1);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(RatchetEvent::KeyUpdateAck { waiting: 0, well_formed: true, announced, .. }) = frame.opening.ratchet else { return };
    if frame.is_replay() || !frame.association.saw_all(frame.direction.flip()) {
        return;
    }
    if let Some(update) = frame.update_elsewhere() {
        let message = format!(
            "{} confirms epoch {} on another channel than {}",
            frame.label(),
            announced.unwrap_or_default(),
            update.channel.label()
        );
        sink.report(header(7, 9), message).peer(update.frame).evidence("channel", frame.header.channel.0).evidence("due", update.channel.0);
    }
}

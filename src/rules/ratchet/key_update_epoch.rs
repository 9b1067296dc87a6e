//! `ratchet/key-update-epoch`

use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That `KEY_UPDATE` announces the epoch after the current one, and `KEY_UPDATE_ACK` repeats an announced one.
    /// ## Why it matters
    /// Sender and receiver derive different keys from here on.
    /// ## What to do
    /// Announce current plus one; acknowledge the number that was announced.
    pub static KEY_UPDATE_EPOCH = {
        id: "ratchet/key-update-epoch", severity: Error, certainty: Certain,
        clause: Must REFERENCE "keyupdate; CORE 11.5 (generation 3)", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "epoch 2 announced first" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::KEY_UPDATE).tlvs(&[(0x0017, &[0, 0, 0, 0, 0, 0, 0, 2])]));
            };
            "epoch 7 acknowledged, 1 announced" => 1, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).key_update_ack(S2c, Channel::CONTROL, 7); };
            "three updates in a row, acknowledged" => 0, |s| {
                s.ping(C2s).key_update(C2s, Channel::CONTROL).key_update(C2s, Channel::CONTROL).key_update(C2s, Channel::CONTROL);
                s.key_update_ack(S2c, Channel::CONTROL, 1).key_update_ack(S2c, Channel::CONTROL, 2).key_update_ack(S2c, Channel::CONTROL, 3);
            };
            "every channel counts for itself" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).key_update(C2s, Channel::MEMORY).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_replay() {
        return;
    }
    let (announced, due) = match frame.opening.ratchet {
        Some(RatchetEvent::KeyUpdate { announced: Some(announced), current, .. })
            if announced != current.saturating_add(1) && frame.association.saw_all(frame.direction) =>
        {
            (announced, format!("{} is due", current.saturating_add(1)))
        }
        Some(RatchetEvent::KeyUpdateAck { announced: Some(announced), outstanding: false, waiting, .. })
            if waiting > 0 && frame.association.saw_all(frame.direction.flip()) =>
        {
            (announced, "which was not announced".to_owned())
        }
        _ => return,
    };
    let message = format!("{} names epoch {announced}, {due}", frame.label());
    sink.report(frame.tlv_place(TlvType::KEY_UPDATE_MARKER), message).evidence("epoch", announced);
}

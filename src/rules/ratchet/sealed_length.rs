//! `ratchet/sealed-length`

use crate::npamp::protection::Protection;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

/// Octets of an AEAD tag.
const TAG: u32 = 16;

declare_rule! {
    /// ## What it checks
    /// For ratchet frames that cannot be opened, that their length is the only one their bodies can have: 28 octets for a
    /// marker, 1248 for `REKEM`, 1152 for `REKEM_ACK`, each with its tag.
    /// ## Why it matters
    /// The body cannot be right; a receiver rejects the frame, and the peers' keys part.
    /// ## What to do
    /// Compare the body with binding section 9.3. When the frame opens, `ratchet/tlv-layout` says more; key updates are
    /// `keyupdate/sealed-length`.
    pub static SEALED_LENGTH = {
        id: "ratchet/sealed-length", severity: Warning, severity3: Error, certainty: Certain,
        clause: Must BINDING "9.3; CORE 11.5 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "REKEM without a share, no keys" => 1 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::REKEM)).ping(C2s);
            };
            "every ratchet frame, no keys" => 0 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).key_update(C2s, Channel::MEMORY).key_update_ack(S2c, Channel::MEMORY, 1);
                s.master_ratchet(C2s).master_ratchet_ack(S2c, 1).rekem(C2s).ping(C2s);
            };
            "the same type on Bridge" => 0 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::BRIDGE_STREAM_DATA).payload(b"any"));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let control = frame.header.channel == Channel::CONTROL;
    let due = TAG
        + match frame.header.frame_type {
            FrameType::MASTER_RATCHET | FrameType::MASTER_RATCHET_ACK if control => 12,
            FrameType::REKEM if control => 4 + 1216 + 12,
            FrameType::REKEM_ACK if control => 4 + 1120 + 12,
            _ => return,
        };
    let length = frame.header.payload_len;
    if matches!(frame.protection, Protection::Sealed(_)) && frame.is_sound() && length != due {
        let message = format!("a sealed {} has {length} octets, {due} are due", frame.label());
        sink.report(header(17, 21), message).evidence("length", length).evidence("due", due);
    }
}

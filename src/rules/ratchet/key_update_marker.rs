//! `ratchet/key-update-marker`

use crate::base::span::ByteSpan;
use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `KEY_UPDATE` and `KEY_UPDATE_ACK` carry exactly one `KeyUpdateMarker` of eight octets.
    /// ## Why it matters
    /// The receiver cannot tell which epoch begins, and must reject the frame.
    /// ## What to do
    /// Send the marker alone. A body that breaks off is `frame/tlv-truncated`.
    pub static KEY_UPDATE_MARKER = {
        id: "ratchet/key-update-marker", severity: Error, certainty: Certain,
        clause: Must REFERENCE "keyupdate; CORE 11.5 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a second TLV beside the marker" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::KEY_UPDATE).tlvs(&[(0x0017, &[0, 0, 0, 0, 0, 0, 0, 1]), (0x4000, &[])]));
            };
            "no marker at all" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::KEY_UPDATE)); };
            "the marker alone" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(RatchetEvent::KeyUpdate { well_formed, .. } | RatchetEvent::KeyUpdateAck { well_formed, .. }) = frame.opening.ratchet else {
        return;
    };
    let critical = frame.tlv_items().iter().any(|tlv| tlv.ty.is_critical());
    if !well_formed && frame.has_whole_tlvs() && !critical && !frame.is_replay() {
        let length = frame.plaintext.map_or(0, <[u8]>::len);
        let message = format!("the body of {} is not exactly one KeyUpdateMarker", frame.label());
        sink.report(payload(ByteSpan::new(0, length)), message).evidence("body_hex", frame.plaintext.unwrap_or_default());
    }
}

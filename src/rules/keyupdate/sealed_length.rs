//! `keyupdate/sealed-length`

use crate::npamp::protection::Protection;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// For `KEY_UPDATE` and `KEY_UPDATE_ACK` that cannot be opened, that their length is the only one their body can have in generation 3:
    /// 28 octets, the marker and the tag. Generation 2 leaves the body to the reference.
    /// ## Why it matters
    /// The body cannot be right; a receiver rejects the frame, and the peers' keys part.
    /// ## What to do
    /// Send one `KeyUpdateMarker` of eight octets, nothing else. When the frame opens, `ratchet/key-update-marker` says more.
    pub static SEALED_LENGTH = {
        id: "keyupdate/sealed-length", severity: Warning, severity3: Error, certainty: Certain,
        clause: Must CORE "11.5 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "KEY_UPDATE without a marker, no keys" => 1 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE)).ping(C2s);
            };
            "the same at High of generation 3" => 1 also ["record/key-missing"], |s| {
                s.no_keys().generation(Generation::Three).profile(Profile::HIGH).ping(C2s);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE)).ping(C2s);
            };
            "update and confirmation, no keys" => 0 also ["record/key-missing"], |s| {
                s.no_keys().ping(C2s).key_update(C2s, Channel::MEMORY).key_update_ack(S2c, Channel::MEMORY, 1);
            };
            "a body that opens is another rule's" => 0 also ["ratchet/key-update-marker"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::KEY_UPDATE));
            };
        ],
    }
}

/// Octets of a marker and a tag.
const DUE: u32 = 12 + 16;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let update = matches!(frame.header.frame_type, FrameType::KEY_UPDATE | FrameType::KEY_UPDATE_ACK);
    let length = frame.header.payload_len;
    if update && matches!(frame.protection, Protection::Sealed(_)) && frame.is_sound() && length != DUE {
        let most = if frame.association.generation().is_none() { Severity::Note } else { Severity::Error };
        let message = format!("a sealed {} has {length} octets, {DUE} are due", frame.label());
        sink.report(header(17, 21), message).at_most(most).evidence("length", length).evidence("due", DUE);
    }
}

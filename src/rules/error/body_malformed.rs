//! `error/body-malformed`

use crate::npamp::control::LEAST_ERROR;
use crate::npamp::protection::Protection;
use crate::rules::context::{FrameCtx, Sink, header, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the body of `ERROR` is the deterministic CBOR map of a code up to 255 under 1 and an octet string under 2.
    /// Of one that stays sealed, that its length can hold such a map.
    /// ## Why it matters
    /// The receiver learns only that the association ends, not why.
    /// ## What to do
    /// Write A2 01, the code, 02, the context; 40 for an empty one.
    pub static BODY_MALFORMED = {
        id: "error/body-malformed", severity: Error, certainty: Certain,
        clause: Must CORE "4.9 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a reason as text" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::ERROR).payload(b"protocol error")); };
            "no context" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::ERROR).payload(&[0xA1, 1, 1])); };
            "keys in the wrong order" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::error(1).payload(&[0xA2, 2, 0x40, 1, 1])); };
            "a code above 255" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::error(1).payload(&[0xA2, 1, 0x19, 1, 0, 2, 0x40])); };
            "a code and a context" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::error(1).payload(b"\xA2\x01\x01\x02\x44what"));
            };
            "generation 2 leaves the body undefined" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::error(1).payload(b"protocol error")); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::ERROR) || !frame.is_sound() {
        return;
    }
    let least = u32::try_from(LEAST_ERROR).unwrap_or(0) + 16;
    let (place, why) = match frame.error_body() {
        Some(body) => {
            let Some((why, span)) = body.fault else { return };
            (payload(span), format!("the body of ERROR {why}"))
        }
        None if matches!(frame.protection, Protection::Sealed(_)) && frame.header.payload_len < least => {
            (header(17, 21), format!("a sealed ERROR of {} octets holds no code and context", frame.header.payload_len))
        }
        None => return,
    };
    if let Some(draft) = frame.association.report3(sink, place, why) {
        draft.evidence("body_hex", frame.plaintext.unwrap_or_default());
    }
}

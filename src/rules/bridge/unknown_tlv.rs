//! `bridge/unknown-tlv`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a TLV of an unknown type stands before the foreign message. A critical one is frame/tlv-critical-unknown.
    /// ## Why it matters
    /// Receivers skip it; what it says is lost.
    /// ## What to do
    /// Nothing, when both peers know the type.
    pub static UNKNOWN_TLV = {
        id: "bridge/unknown-tlv", severity: Note, certainty: Certain,
        clause: May CORE "4.5", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "type 0x4000" => 1, |s| {
                asked(s, get(GET).tlv(0x4000, &[1, 2]));
            };
            "a label" => 0, |s| {
                asked(s, get(GET).label(Effect::ReadOnly, ""));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let mut unknown = message.payload.unknown.iter().filter(|tlv| !tlv.kind.is_critical() && tlv.kind.name().is_none());
    let Some(first) = unknown.next().filter(|_| !message.frame.is_replay()) else { return };
    let text = format!("TLV 0x{:04X} before the foreign message is unknown", first.kind.0);
    sink.report(payload(first.span), text).evidence("type", first.kind.0).evidence("length", first.value.len());
}

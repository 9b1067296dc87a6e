//! `bridge/duplicate-tlv`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That envelope, stream control and label stand in a payload once each.
    /// ## Why it matters
    /// Receivers disagree which of the two counts; the reference implementation takes the second label for the foreign
    /// message.
    /// ## What to do
    /// Write each of them once.
    pub static DUPLICATE_TLV = {
        id: "bridge/duplicate-tlv", severity: Warning, certainty: Certain,
        clause: Should BRIDGE "3 (A-60)", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "two labels" => 1, |s| {
                asked(s, get(GET).label(Effect::ReadOnly, "").tlv(0x0013, &[3, 0]));
            };
            "a label and a stream control" => 0, |s| {
                s.a2a_stream_request("7");
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, 1).label(Effect::ReadOnly, ""));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(second) = message.payload.duplicates.first().filter(|_| !message.frame.is_replay()) else { return };
    let text = format!("a second {} stands in the payload", second.kind.name().unwrap_or("TLV"));
    let draft = sink.report(payload(second.span), text).evidence("type", second.kind.0).evidence("offset", second.span.start);
    draft.evidence("count", message.payload.duplicates.len());
}

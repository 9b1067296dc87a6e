//! `stream/control-critical-range`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::{critical_control, is_control_shaped};

declare_rule! {
    /// ## What it checks
    /// That no stream control is sent under a TLV type with the high bit set, which makes it critical.
    /// ## Why it matters
    /// A receiver that does not know the type must reject the whole frame, though a stream control may be skipped.
    /// ## What to do
    /// Send it as type 0x0011.
    pub static CONTROL_CRITICAL_RANGE = {
        id: "stream/control-critical-range", severity: Error, certainty: Heuristic,
        clause: Must CC_STREAM "5.3", scope: Frame, fault: Sender,
        alternative: "A vendor's own TLV may happen to look like a stream control.",
        check: Message(check, OddPayload),
        fixtures: [
            "a control under type 0x8011" => 1 also ["stream/control-missing"], |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).tlv(0x8011, &[1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]));
                s.a2a_end("7", 2);
            };
            "one in front of a binary message" => 1, |s| {
                let call = BridgeSpec::request(Protocol::WEBSOCKET, "open", "7", [0xA0]).content_type(2);
                s.bridge(C2s, call.tlv(0x8011, &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3]));
                s.bridge(S2c, BridgeSpec::response(Protocol::WEBSOCKET, "7", [0xA0]).content_type(2));
            };
            "another critical TLV" => 0 also ["frame/tlv-critical-unknown"], |s| {
                s.bridge(C2s, BridgeSpec::notify(Protocol::A2A, "x", r#"{"jsonrpc":"2.0","method":"x"}"#).tlv(0x8011, b"acme-policy"));
            };
            "a control under its own type" => 0, |s| { s.a2a_stream("7", 1); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.frame.is_replay() {
        return;
    }
    let listed = message.payload.unknown.iter().find(|tlv| is_control_shaped(tlv.kind, tlv.value)).map(|tlv| (tlv.kind, tlv.span));
    let Some((kind, span)) = listed.or_else(|| critical_control(message.payload)) else { return };
    let text = format!("a stream control is sent under the critical type 0x{:04X}", kind.0);
    sink.report(payload(span), text).evidence("type", kind.0).evidence("octets_hex", span.of(message.payload.octets));
}

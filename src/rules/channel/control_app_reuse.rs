//! `channel/control-app-reuse`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::is_bridge_payload;

declare_rule! {
    /// ## What it checks
    /// That the types with one meaning on all channels (`PING` to `FLOW_UPDATE`) carry no Bridge envelope.
    /// ## Why it matters
    /// A receiver dispatches on the type: the message goes nowhere, or ends the association when the type is ERROR or CLOSE.
    /// ## What to do
    /// Send the message under its Bridge type.
    pub static CONTROL_APP_REUSE = {
        id: "channel/control-app-reuse", severity: Error, certainty: Heuristic,
        clause: Must BRIDGE "2", scope: Frame, fault: Sender,
        alternative: "the bodies of these types are undefined, and one may look like an envelope by chance",
        check: Frame(check),
        fixtures: [
            "a request under type ERROR" => 1, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "1", PING).as_type(FrameType::ERROR));
            };
            "an ERROR with text in it" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::ERROR).payload(b"\x00\x10 out of memory")); };
        ],
    }
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(body) = frame.plaintext.filter(|_| frame.is_sound() && frame.header.frame_type.is_all_channel()) else { return };
    if is_bridge_payload(body) {
        let message = format!("{} carries a Bridge envelope", frame.label());
        sink.report(payload(ByteSpan::new(0, body.len())), message).evidence("head_hex", body);
    }
}

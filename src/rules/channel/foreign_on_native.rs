//! `channel/foreign-on-native`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::{carried_stream, is_bridge_payload};

declare_rule! {
    /// ## What it checks
    /// That Bridge messages travel on Bridge (0x000D), or on Discovery where documents may: not on native channels.
    /// ## Why it matters
    /// Native channels use the same type numbers for other bodies: the receiver reads the envelope as CBOR and fails.
    /// ## What to do
    /// Send the message on the Bridge channel.
    pub static FOREIGN_ON_NATIVE = {
        id: "channel/foreign-on-native", severity: Warning, certainty: Heuristic,
        clause: Should BRIDGE "1", scope: Frame, fault: Sender,
        alternative: "the companion index lets Commerce, Interaction and Stream carry foreign messages where both peers agree on it",
        check: Frame(check),
        fixtures: [
            "an MCP request on Commerce" => 1, |s| { s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "1", PING).on(Channel::COMMERCE)); };
            "a CBOR body on Commerce" => 0, |s| { s.native(C2s, NativeSpec::new(Channel::COMMERCE, 0x0102).corr("c").text(2, "mandate:7").int(3, 0)); };
        ],
    }
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let channel = frame.header.channel;
    let native =
        channel.name().is_some() && !matches!(channel, Channel::CONTROL | Channel::BRIDGE | Channel::DISCOVERY | Channel::FORBIDDEN);
    let Some(body) = frame.plaintext.filter(|_| frame.is_sound() && native && frame.is_application()) else { return };
    let spoken_for = channel == Channel::STREAM && carried_stream(body).is_some();
    if is_bridge_payload(body) && !spoken_for {
        let message = format!("a Bridge message travels on channel {}", channel.label());
        sink.report(payload(ByteSpan::new(0, body.len())), message).evidence("channel", channel.0).evidence("head_hex", body);
    }
}

//! `bridge/wrong-channel`

use crate::bridge::carriage::class_of;
use crate::bridge::carriage::jsonrpc::{JsonRpc, Version};
use crate::bridge::envelope::Envelope;
use crate::bridge::payload;
use crate::codec::json::scan::Bounds;
use crate::rules::context::{FrameCtx, Sink, payload as place};
use crate::rules::fixture::*;
use crate::rules::shape::is_bridge_payload;

declare_rule! {
    /// ## What it checks
    /// That MCP, and A2A except its documents, is carried on the Bridge channel and not on Discovery.
    /// ## Why it matters
    /// A receiver does not look for them there, and policy for the Bridge does not apply.
    /// ## What to do
    /// Send them on channel 0x000D.
    pub static WRONG_CHANNEL = {
        id: "bridge/wrong-channel", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "7", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "an MCP request on Discovery" => 1, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "7", r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#).on(Channel::DISCOVERY));
            };
            "a document of an A2A card on Discovery" => 0, |s| {
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", r#"{"name":"archive","url":"https://archive.example"}"#).on(Channel::DISCOVERY));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let types = FrameType::BRIDGE_REQUEST..=FrameType::BRIDGE_STREAM_END;
    let there = frame.header.channel == Channel::DISCOVERY && types.contains(&frame.header.frame_type) && frame.is_sound();
    let Some(octets) = frame.plaintext.filter(|octets| there && is_bridge_payload(octets)) else { return };
    let generation = frame.association.generation();
    let decoded = payload::decode(octets, |protocol| class_of(protocol, generation), generation);
    let Some(protocol) = decoded.head.protocol else { return };
    let document = protocol == Protocol::A2A && JsonRpc::digest(decoded.foreign, Bounds::default()).version == Version::Absent;
    if matches!(protocol, Protocol::MCP | Protocol::A2A) && !document {
        let text = format!("{} is carried on channel {}", protocol.name().unwrap_or_default(), frame.header.channel.label());
        sink.report(place(Envelope::PROTOCOL), text).evidence("channel", frame.header.channel.0).evidence("protocol_id", protocol.0);
    }
}

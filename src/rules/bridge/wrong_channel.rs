//! `bridge/wrong-channel`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{FrameCtx, Sink, payload as place};
use crate::rules::fixture::*;
use crate::rules::shape::on_discovery;
use crate::spec::protocol::Protocol as Carried;

declare_rule! {
    /// ## What it checks
    /// That MCP, and A2A except its documents, is carried on the Bridge channel and not on Discovery. The messages of an MCP session
    /// are left to mcp/session-on-discovery.
    /// ## Why it matters
    /// A receiver does not look for them there, and policy for the Bridge does not apply.
    /// ## What to do
    /// Send them on channel 0x000D.
    pub static WRONG_CHANNEL = {
        id: "bridge/wrong-channel", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "7", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "an A2A request on Discovery" => 1, |s| {
                s.bridge(C2s, get(GET).on(Channel::DISCOVERY));
            };
            "MCP that is no JSON-RPC on Discovery" => 1, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "7", "{}").on(Channel::DISCOVERY));
            };
            "a document of an A2A card on Discovery" => 0, |s| {
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", r#"{"name":"archive","url":"https://archive.example"}"#).on(Channel::DISCOVERY));
            };
            "a query of Discovery, which is a CBOR map" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel::DISCOVERY, FrameType(0x0100)).payload(&[0xA2, 0x00, 0x19, 0x01, 0x00, 0x01, 0x41, 0x01]));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some((protocol, object)) = on_discovery(frame) else { return };
    if matches!((protocol, object), (Carried::MCP, false) | (Carried::A2A, true)) {
        let text = format!("{} is carried on channel {}", protocol.name().unwrap_or_default(), frame.header.channel.label());
        sink.report(place(Envelope::PROTOCOL), text).evidence("channel", frame.header.channel.0).evidence("protocol_id", protocol.0);
    }
}

//! `mcp/session-on-discovery`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::on_discovery;
use crate::spec::protocol::Protocol as Carried;

declare_rule! {
    /// ## What it checks
    /// That the JSON-RPC messages of an MCP session travel on the Bridge channel and not on Discovery.
    /// ## Why it matters
    /// Discovery is for descriptions. A receiver does not look for a session there, and policy for the Bridge does not apply.
    /// ## What to do
    /// Send them on channel 0x000D.
    pub static SESSION_ON_DISCOVERY = {
        id: "mcp/session-on-discovery", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "7", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "an MCP request on Discovery" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
                s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "7", object).on(Channel::DISCOVERY));
            };
            "a description of a server, which is no JSON-RPC" => 0, |s| {
                let record = r#"{"name":"archive","tools":["read_file"]}"#;
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", record).on(Channel::DISCOVERY));
            };
            "an A2A request on Discovery" => 0 also ["bridge/wrong-channel"], |s| {
                s.bridge(C2s, get(GET).on(Channel::DISCOVERY));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some((Carried::MCP, true)) = on_discovery(frame) {
        let text = "a message of an MCP session is carried on Discovery";
        sink.report(payload(Envelope::PROTOCOL), text).evidence("channel", frame.header.channel.0);
    }
}

//! `mcp/stream-frame`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation_place, is_mcp, own_track};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That MCP is carried without stream frames. The first one of an exchange is reported.
    /// ## Why it matters
    /// The MCP mapping defines no streaming: a receiver has no place for events.
    /// ## What to do
    /// Answer with one response; report progress in notifications.
    pub static STREAM_FRAME = {
        id: "mcp/stream-frame", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "4 (A-35)", scope: Frame, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "tools/call answered by a stream" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                let part = r#"{"jsonrpc":"2.0","id":9,"result":{"content":[]}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::MCP, "9", part));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::MCP, "9", part));
            };
            "progress in notifications" => 0, |s| {
                s.mcp_session().request_labelled(
                    C2s,
                    "tools/call",
                    "9",
                    r#"{"name":"read_file","_meta":{"progressToken":"p"}}"#,
                    Effect::ReadOnly,
                );
                s.notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":1}"#).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let placed = matches!(message.link.role, Role::Part | Role::Terminal | Role::AfterTerminal(_) | Role::Cancel);
    let track = own_track(message);
    let first = track.parts == 0 && track.end.is_none() && message.link.stream.producer.parts == 0;
    if is_mcp(message) && message.kind.is_stream() && placed && first {
        sink.report(correlation_place(message), "MCP is carried in a stream frame");
    }
}

//! `jsonrpc/stream-frame`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation_place, is_mcp, own_track};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a protocol of class JSONRPC whose mapping defines no streams is carried without stream frames. The first one of an exchange is
    /// reported. MCP has a rule of its own.
    /// ## Why it matters
    /// A receiver has no place for events: one object answers one request.
    /// ## What to do
    /// Answer with one response or one error.
    pub static STREAM_FRAME = {
        id: "jsonrpc/stream-frame", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "1.2 (A-35)", scope: Frame, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "a call of a gateway answered by a stream" => 1, |s| {
                s.map(0x21, "toa");
                let call = r#"{"jsonrpc":"2.0","id":7,"method":"pots/GET"}"#;
                s.bridge(C2s, BridgeSpec::request(Protocol(0x21), "pots/GET", "7", call));
                let part = r#"{"jsonrpc":"2.0","id":7,"result":[]}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x21), "7", part));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x21), "7", part));
            };
            "A2A, which has streams" => 0, |s| { s.a2a_stream("7", 2); };
            "the same identifier when nobody bound it" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x21), "x", "7", "x").content_type(3));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x21), "7", "y").content_type(3));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x21), "7", "").content_type(3));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let placed = matches!(message.link.role, Role::Part | Role::Terminal | Role::AfterTerminal(_) | Role::Cancel);
    let track = own_track(message);
    let first = track.parts == 0 && track.end.is_none() && message.link.stream.producer.parts == 0;
    let single = message.class == CarriageClass::JsonRpc && !is_mcp(message) && message.mapping.is_some_and(|mapping| !mapping.streaming);
    if single && message.kind.is_stream() && placed && first {
        sink.report(correlation_place(message), "a protocol without streams is carried in a stream frame");
    }
}

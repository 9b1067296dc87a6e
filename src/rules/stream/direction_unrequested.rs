//! `stream/direction-unrequested`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation_place, is_mcp, own_track};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a requester sends events under its own correlation in a protocol whose streams go one way.
    /// ## Why it matters
    /// The responder does not expect them.
    /// ## What to do
    /// Send further input in requests of their own.
    pub static DIRECTION_UNREQUESTED = {
        id: "stream/direction-unrequested", severity: Note, certainty: Heuristic,
        clause: Must CC_STREAM "8", scope: Exchange, fault: Requester,
        alternative: "The peers may have agreed on streams in both directions.",
        check: Message(check, Event),
        fixtures: [
            "the client streams back" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(C2s, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1));
                s.a2a_event("7", 1).a2a_end("7", 2);
            };
            "the client cancels" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let sends = message.kind == Kind::StreamData && message.link.role == Role::Part && message.class == CarriageClass::JsonRpc;
    let own = message.request().is_some_and(|request| request.initiator == message.frame.direction);
    if sends && own && own_track(message).parts == 0 && !is_mcp(message) {
        sink.report(correlation_place(message), "the requester sends events under its own correlation");
    }
}

//! `a2a/event-not-response`

use crate::bridge::carriage::jsonrpc::embedded::{Embedded, embedded};
use crate::bridge::carriage::jsonrpc::{Invalid, MessageKind};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, is_event};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That every event of a stream is a JSON-RPC response with a result. Only the end of a stream may be empty (A-41).
    /// ## Why it matters
    /// The client cannot read the event.
    /// ## What to do
    /// Carry each event as the response object that the endpoint made; end a failed stream with an error.
    pub static EVENT_NOT_RESPONSE = {
        id: "a2a/event-not-response", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "6", scope: Frame, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "a bare result" => 1, |s| {
                s.a2a_stream_request("7");
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", "just text").stream(0, 1, 1));
                s.a2a_end("7", 2);
            };
            "an error inside the stream" => 1, |s| {
                s.a2a_stream_request("7");
                let object = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"failed"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", object).stream(0, 1, 1));
                s.a2a_end("7", 2);
            };
            "an empty end" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, 2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let placed = is_event(message) && matches!(message.link.role, Role::Part | Role::Terminal);
    let foreign = message.foreign();
    let empty_end = message.kind == Kind::StreamEnd && foreign.is_empty();
    if !placed || answered(message).is_none_or(|request| !request.streams) || empty_end || embedded(foreign) == Some(Embedded::EventStream)
    {
        return;
    }
    let spoken_for = [MessageKind::Response, MessageKind::Invalid(Invalid::ResultAndError)];
    if message.json.is_none_or(|json| !spoken_for.contains(&json.kind)) {
        let text = "an event of the stream is no JSON-RPC response with a result";
        sink.report(Some(message.foreign_place()), text).evidence("length", foreign.len());
    }
}

//! `a2a/final-in-data`

use crate::bridge::mapping::a2a::facts::StreamEvent;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_event;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That the status update with `final: true` is carried in the end of the stream.
    /// ## Why it matters
    /// Carrier and object disagree on whether the stream is over.
    /// ## What to do
    /// Carry the final event as `BRIDGE_STREAM_END`.
    pub static FINAL_IN_DATA = {
        id: "a2a/final-in-data", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "6", scope: Frame, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "the final event in a data frame, the end empty" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"status-update","status":{"state":"completed"},"final":true}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, 2));
            };
            "the final event in the end" => 0, |s| { s.a2a_stream("7", 2); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let data = is_event(message) && message.kind == Kind::StreamData && message.link.role == Role::Part;
    if data && message.json.and_then(StreamEvent::of).is_some_and(|event| event.ends_stream()) {
        sink.report(Some(message.foreign_place()), "the final status update is carried in a frame that does not end the stream");
    }
}

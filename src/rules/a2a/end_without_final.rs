//! `a2a/end-without-final`

use crate::bridge::mapping::a2a::facts::StreamEvent;
use crate::bridge::stream_control::StreamControl;
use crate::codec::json::text;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_event, own_track};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That the event in the end of a stream says `final: true`. A stream may also end with a message, a task, or nothing.
    /// ## Why it matters
    /// Carrier and object disagree on whether the stream is over.
    /// ## What to do
    /// End the stream with the final status update.
    pub static END_WITHOUT_FINAL = {
        id: "a2a/end-without-final", severity: Warning, certainty: Certain,
        clause: Must MAP_A2A "6", scope: Frame, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "the end says final false" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"status-update","status":{"state":"working"},"final":false}}"#;
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", event).stream(0, 1, 1));
            };
            "the stream ends with a message" => 0, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"message","role":"agent","messageId":"m","parts":[]}}"#;
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", event).stream(0, 1, 1));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let ends = is_event(message) && message.kind == Kind::StreamEnd && message.link.role == Role::Terminal;
    let acked = message.payload.control().is_some_and(StreamControl::is_cancel_ack);
    let Some(json) = message.json.filter(|_| ends && !acked && own_track(message).last_said.is_none()) else { return };
    let Some(event) = StreamEvent::of(json).filter(|event| !event.ends_stream()) else { return };
    let artifact = event.kind.is_some_and(|kind| text::is(json.raw(kind), b"artifact-update"));
    if event.is_status_update || artifact {
        sink.report(Some(message.foreign_place()), "the event in the end of the stream does not say that it is final");
    }
}

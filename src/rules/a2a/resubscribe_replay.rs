//! `a2a/resubscribe-replay`

use crate::bridge::mapping::a2a::facts::StreamEvent;
use crate::codec::json::text;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asks_to_resume};
use crate::rules::streams::{place, replayed};
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a stream taken up by `tasks/resubscribe` does not bring events again that were consumed: by their positions, or, where they
    /// have none, by their octets. A repeated status is only remarked.
    /// ## Why it matters
    /// The client handles events twice.
    /// ## What to do
    /// Go on behind the event that the resubscription names; refuse what cannot be resumed.
    pub static RESUBSCRIBE_REPLAY = {
        id: "a2a/resubscribe-replay", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "6", scope: Exchange, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "the event of the cursor comes again" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resubscribe("7", 2).a2a_event("7", 2).a2a_end("7", 3);
            };
            "the same artifact again, without positions" => 1 also ["stream/control-missing", "a2a/resubscribe-corr"], |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update","artifact":{"artifactId":"a-1"}}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event));
                let object = r#"{"jsonrpc":"2.0","id":8,"method":"tasks/resubscribe","params":{"id":"t-1"}}"#;
                s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/resubscribe", "7", object));
                let event = event.replace("\"id\":7", "\"id\":8");
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", ""));
            };
            "the events behind the cursor" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resubscribe("7", 1).a2a_event("7", 2).a2a_end("7", 3);
            };
            "two artifacts alike before any resubscription" => 0, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update","artifact":{"artifactId":"a-1"}}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 2));
                s.a2a_end("7", 3);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.link.role != Role::Part || answered(message).is_none_or(|request| !request.resumed) || !asks_to_resume(message) {
        return;
    }
    if let Some((event, cursor)) = replayed(message) {
        let text = format!("event {event} comes again although the client has read up to {cursor}");
        sink.report(place(message), text).evidence("event", event).evidence("cursor", cursor);
    } else if let Some(earlier) = message.link.again {
        let draft = sink.report(Some(message.foreign_place()), "an event comes again after the resubscription").peer(earlier);
        draft.severity(if is_status(message) { Severity::Note } else { Severity::Warning });
    }
}

/// Whether the event tells a state, which may be the same as before.
fn is_status(message: &MessageCtx<'_>) -> bool {
    let Some((json, event)) = message.json.and_then(|json| Some((json, StreamEvent::of(json)?))) else { return true };
    event.kind.is_none_or(|kind| !text::is(json.raw(kind), b"artifact-update") && !text::is(json.raw(kind), b"message"))
}

//! `a2a/sse-framing`

use crate::bridge::carriage::jsonrpc::embedded::{Embedded, embedded};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_event;

declare_rule! {
    /// ## What it checks
    /// That an event is carried without the lines of an HTTP event stream around it.
    /// ## Why it matters
    /// The foreign message is the object alone; `event:` and `data:` lines belong to another carrier.
    /// ## What to do
    /// Take the object out of the event stream before carrying it.
    pub static SSE_FRAMING = {
        id: "a2a/sse-framing", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "6", scope: Frame, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "a data line" => 1, |s| {
                s.a2a_stream_request("7");
                let event = "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"kind\":\"artifact-update\"}}\n\n";
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1));
                s.a2a_end("7", 2);
            };
            "text that speaks of data" => 0, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update","text":"data: x"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1));
                s.a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let foreign = message.foreign();
    if is_event(message) && !message.frame.is_replay() && embedded(foreign) == Some(Embedded::EventStream) {
        let text = "the event is wrapped in the lines of an event stream";
        sink.report(Some(message.foreign_place()), text).evidence("length", foreign.len());
    }
}

//! A2A over streams [map-a2a §4–§6, cc-stream §4–§7].

use crate::base::direction::Direction::{C2s, S2c};
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;

use super::Scenario;
use super::bridge::BridgeSpec;
use super::jsonrpc;

/// Controls of a StreamControl.
const EVENT: u8 = 0;
const RESUME: u8 = 1;
const CANCEL: u8 = 2;
/// Flags of a StreamControl.
const RESUMABLE: u8 = 0x01;
const CANCEL_ACK: u8 = 0x02;

/// Parameters of `message/send` and `message/stream`.
const MESSAGE: &str = concat!(
    r#"{"message":{"role":"user","kind":"message","messageId":"m-1","#,
    r#""parts":[{"kind":"text","text":"Summarise the incident report."}]}}"#
);

impl Scenario {
    /// A conformant `message/stream`: a labelled request, `events` stream frames, and the final event in the end of the stream.
    pub fn a2a_stream(&mut self, id: &str, events: usize) -> &mut Self {
        self.a2a_stream_request(id);
        for event in 1..=events as u64 {
            self.a2a_event(id, event);
        }
        self.a2a_end(id, events as u64 + 1)
    }

    /// The request of a stream, labelled.
    pub fn a2a_stream_request(&mut self, id: &str) -> &mut Self {
        let object = jsonrpc::request("message/stream", id, MESSAGE);
        let message = BridgeSpec::request(Protocol::A2A, "message/stream", id, object);
        self.bridge(C2s, message.label(Effect::NonIdempotentWrite, ""))
    }

    /// One event of a stream.
    pub fn a2a_event(&mut self, id: &str, event: u64) -> &mut Self {
        let result = format!(
            r#"{{"kind":"artifact-update","taskId":"t-1","contextId":"c-1","append":{},"artifact":{{"artifactId":"a-1","parts":[{{"kind":"text","text":"part {event}"}}]}}}}"#,
            event > 1
        );
        let message = BridgeSpec::stream_data(Protocol::A2A, id, jsonrpc::response(id, &result));
        self.bridge(S2c, message.stream(EVENT, RESUMABLE, event))
    }

    /// The end of a stream, with the final event in it.
    pub fn a2a_end(&mut self, id: &str, event: u64) -> &mut Self {
        let result = r#"{"kind":"status-update","taskId":"t-1","contextId":"c-1","status":{"state":"completed"},"final":true}"#;
        let message = BridgeSpec::stream_end(Protocol::A2A, id, jsonrpc::response(id, result));
        self.bridge(S2c, message.stream(EVENT, RESUMABLE, event))
    }

    /// The request of a stream once more, labelled, to go on behind an event.
    pub fn a2a_resume(&mut self, id: &str, event: u64) -> &mut Self {
        let object = jsonrpc::request("message/stream", id, "{}");
        let message = BridgeSpec::request(Protocol::A2A, "message/stream", id, object).stream(RESUME, 0, event);
        self.bridge(C2s, message.label(Effect::NonIdempotentWrite, ""))
    }

    /// `tasks/resubscribe` under the correlation of a stream, to go on behind an event.
    pub fn a2a_resubscribe(&mut self, id: &str, event: u64) -> &mut Self {
        let object = jsonrpc::request("tasks/resubscribe", id, r#"{"id":"t-1"}"#);
        self.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/resubscribe", id, object).stream(RESUME, 0, event))
    }

    /// The client's cancel of a stream, behind an event.
    pub fn a2a_cancel(&mut self, id: &str, event: u64) -> &mut Self {
        self.bridge(C2s, BridgeSpec::stream_end(Protocol::A2A, id, "").stream(CANCEL, 0, event))
    }

    /// The end with which the server answers a cancel; `event` is the last one that it sent.
    pub fn a2a_cancelled(&mut self, id: &str, event: u64) -> &mut Self {
        self.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, id, "").stream(EVENT, RESUMABLE | CANCEL_ACK, event))
    }

    /// `message/send`, labelled, answered with a task.
    pub fn a2a_send(&mut self, id: &str) -> &mut Self {
        let object = jsonrpc::request("message/send", id, MESSAGE);
        let message = BridgeSpec::request(Protocol::A2A, "message/send", id, object);
        self.bridge(C2s, message.label(Effect::NonIdempotentWrite, ""));
        let result = r#"{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"submitted"}}"#;
        self.bridge(S2c, BridgeSpec::response(Protocol::A2A, id, jsonrpc::response(id, result)))
    }
}

//! `a2a-stream`.

use crate::base::direction::Direction::{C2s, S2c};
use crate::scenario::{BridgeSpec, Scenario, jsonrpc};
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;

/// Conformant A2A.
pub(super) fn streams(s: &mut Scenario) {
    s.protocol(Protocol::A2A);
    s.a2a_send("1").wait(400);
    s.request(C2s, "tasks/get", "2", r#"{"id":"t-1"}"#).wait(3);
    s.respond(S2c, "2", r#"{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"completed"}}"#).wait(100);
    s.a2a_stream(r#""stream-1""#, 5).wait(300);
    cancelled(s);
    s.wait(50).close();
}

/// A stream that ends because another request cancels its task.
fn cancelled(s: &mut Scenario) {
    s.a2a_stream_request(r#""stream-2""#).wait(30);
    s.a2a_event(r#""stream-2""#, 1).wait(30).a2a_event(r#""stream-2""#, 2).wait(30);
    s.request_labelled(C2s, "tasks/cancel", "3", r#"{"id":"t-1"}"#, Effect::NonIdempotentWrite).wait(5);
    s.respond(S2c, "3", r#"{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"canceled"}}"#);
    let last = r#"{"kind":"status-update","taskId":"t-1","contextId":"c-1","status":{"state":"canceled"},"final":true}"#;
    let end = BridgeSpec::stream_end(Protocol::A2A, r#""stream-2""#, jsonrpc::response(r#""stream-2""#, last));
    s.bridge(S2c, end.stream(0, 1, 3));
}

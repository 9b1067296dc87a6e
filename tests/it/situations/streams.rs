//! Streamed replies.

use super::*;

fn event(correlation: &str, id: &str, at: u64) -> BridgeSpec {
    let object = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"kind":"artifact-update","taskId":"t-1","artifact":{{"n":{at}}}}}}}"#);
    BridgeSpec::stream_data(Protocol::A2A, correlation, object).stream(0, 1, at)
}

fn end(at: u64) -> BridgeSpec {
    BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, at)
}

const FINAL: &str =
    r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"status-update","taskId":"t-1","status":{"state":"completed"},"final":true}}"#;

fn resubscribe(s: &mut Scenario, cursor: u64) {
    let object = r#"{"jsonrpc":"2.0","id":8,"method":"tasks/resubscribe","params":{"id":"t-1"}}"#;
    s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/resubscribe", "7", object).stream(1, 0, cursor));
}

pub(super) static SITUATIONS: &[Situation] = &[
    says(
        "the end does not say so",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1).bridge(S2c, end(2).flags(0));
        },
        &[("bridge/final-missing", "s2")],
    ),
    says(
        "an event says that it is the end",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 1).flags(1)).bridge(S2c, end(2));
        },
        &[("bridge/final-early", "s1")],
    ),
    says(
        "the last event in a frame of its own",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", FINAL).stream(0, 1, 1)).bridge(S2c, end(2));
        },
        &[("a2a/final-in-data", "s1")],
    ),
    says(
        "events after the last one",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", FINAL).stream(0, 1, 1));
            s.bridge(S2c, event("7", "7", 2)).bridge(S2c, end(3));
        },
        &[("a2a/final-in-data", "s1"), ("a2a/stream-continues-after-final", "s2")],
    ),
    says(
        "an end that is not the last event",
        |s| {
            s.a2a_stream_request("7");
            let object = FINAL.replace("true", "false");
            s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", object).stream(0, 1, 1));
        },
        &[("a2a/end-without-final", "s1")],
    ),
    says(
        "events of another call",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 1)).bridge(S2c, event("7", "9", 2)).bridge(S2c, end(3));
        },
        &[("a2a/event-id-mismatch", "s2")],
    ),
    says(
        "an event in the lines of an event stream",
        |s| {
            s.a2a_stream_request("7");
            let text = "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"kind\":\"artifact-update\"}}\n\n";
            s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", text).stream(0, 1, 1)).bridge(S2c, end(2));
        },
        &[("a2a/sse-framing", "s1")],
    ),
    says(
        "a bare event",
        |s| {
            s.a2a_stream_request("7");
            s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", r#"{"kind":"artifact-update"}"#).stream(0, 1, 1)).bridge(S2c, end(2));
        },
        &[("a2a/event-not-response", "s1")],
    ),
    says(
        "an error inside the stream",
        |s| {
            s.a2a_stream_request("7");
            let object = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"failed"}}"#;
            s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", object).stream(0, 1, 1)).bridge(S2c, end(2));
        },
        &[("a2a/event-not-response", "s1")],
    ),
    says(
        "the same position twice",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 1)).bridge(S2c, event("7", "7", 1)).bridge(S2c, end(2));
        },
        &[("stream/event-not-increasing", "s2")],
    ),
    says(
        "a first position that is not 1",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 5)).bridge(S2c, end(6));
        },
        &[("stream/first-event", "s1")],
    ),
    says(
        "position 0",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 0)).bridge(S2c, end(1));
        },
        &[("stream/event-zero", "s1")],
    ),
    says(
        "an end below its events",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 1)).bridge(S2c, event("7", "7", 2)).bridge(S2c, end(2));
        },
        &[("stream/end-not-highest", "s3")],
    ),
    says(
        "an event after the end",
        |s| {
            s.a2a_stream("7", 2).bridge(S2c, event("7", "7", 9));
        },
        &[("exchange/reply-after-terminal", "s4")],
    ),
    says(
        "two ends",
        |s| {
            s.a2a_stream("7", 1).bridge(S2c, end(9));
        },
        &[("stream/second-end", "s3")],
    ),
    says(
        "a stream answers a plain request",
        |s| {
            ask(s, "7", "7").a2a_event("7", 1).a2a_end("7", 2);
        },
        &[("a2a/unary-streamed", "s1")],
    ),
    says(
        "a response answers a stream",
        |s| {
            s.a2a_stream_request("7");
            answer(s, "7", "7");
        },
        &[("a2a/stream-as-response", "s1")],
    ),
    says(
        "a response ends a stream",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1);
            answer(s, "7", "7");
        },
        &[("exchange/mixed-outcome", "s2")],
    ),
    says(
        "a stream without positions",
        |s| {
            s.a2a_stream_request("7");
            let object = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
            s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", object))
                .bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", FINAL));
        },
        &[("stream/control-missing", "s1")],
    ),
    says(
        "a control that is too short",
        |s| {
            s.a2a_stream_request("7");
            let object = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
            s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", object).stream_octets(&[1, 0, 0, 1])).bridge(S2c, end(2));
        },
        &[("stream/control-length", "s1")],
    ),
    says(
        "a control of version 2",
        |s| {
            s.a2a_stream_request("7");
            let object = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
            let message = BridgeSpec::stream_data(Protocol::A2A, "7", object).stream_octets(&[2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
            s.bridge(S2c, message).bridge(S2c, end(2));
        },
        &[("stream/control-version", "s1")],
    ),
    says(
        "a control that is critical",
        |s| {
            s.a2a_stream_request("7");
            let object = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
            let message = BridgeSpec::stream_data(Protocol::A2A, "7", object).tlv(0x8011, &[1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
            s.bridge(S2c, message).bridge(S2c, end(2));
        },
        &[("stream/control-critical-range", "s1"), ("stream/control-missing", "s1")],
    ),
    says(
        "a resumption that replays",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 2);
            resubscribe(s, 2);
            s.bridge(S2c, event("7", "8", 2)).bridge(S2c, end(3));
        },
        &[("a2a/resubscribe-replay", "s3")],
    ),
    says(
        "a resumption that begins anew",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 2);
            resubscribe(s, 2);
            s.bridge(S2c, event("7", "8", 1)).bridge(S2c, end(3));
        },
        &[("stream/silent-restart", "s3")],
    ),
    says(
        "a resumption beyond what was delivered",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1);
            resubscribe(s, 9);
            s.bridge(S2c, event("7", "8", 10)).bridge(S2c, end(11));
        },
        &[("stream/resume-cursor-high", "c2")],
    ),
    says(
        "a resumption of a stream that cannot be resumed",
        |s| {
            s.a2a_stream_request("7").bridge(S2c, event("7", "7", 1).stream(0, 0, 1));
            resubscribe(s, 1);
            s.bridge(S2c, event("7", "8", 2)).bridge(S2c, end(3));
        },
        &[("stream/resume-not-resumable", "c2")],
    ),
    says(
        "a cancel answered by an error",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1);
            s.a2a_cancel("7", 1);
            fail(s.wait(3000), "7", r#"{"code":-32603,"message":"cancelled"}"#);
        },
        &[("stream/cancel-as-error", "s2")],
    ),
    says(
        "an acknowledged cancel that nobody asked for",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1);
            s.a2a_cancelled("7", 1);
        },
        &[("stream/cancel-ack-unsolicited", "s2")],
    ),
    says(
        "two streams under one correlation",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1).a2a_stream_request("7");
        },
        &[("stream/corr-shared-two-streams", "c2")],
    ),
    says(
        "tools of MCP that stream",
        |s| {
            s.mcp_session().call("9", "read_file", Some(npscope::spec::effect::Effect::ReadOnly));
            let part = r#"{"jsonrpc":"2.0","id":9,"result":{"content":[]}}"#;
            s.bridge(S2c, BridgeSpec::stream_data(Protocol::MCP, "9", part)).bridge(S2c, BridgeSpec::stream_end(Protocol::MCP, "9", part));
        },
        &[("mcp/stream-frame", "s3")],
    ),
];

//! Sessions and notifications.

use npscope::spec::effect::Effect;

use super::*;

const HELLO: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
const TOOLS_ONLY: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;

pub(super) static SITUATIONS: &[Situation] = &[
    says(
        "a session without initialize",
        |s| {
            s.request(C2s, "tools/list", "1", "{}").respond(S2c, "1", r#"{"tools":[]}"#);
        },
        &[("mcp/before-initialize", "c1")],
    ),
    says(
        "a session taken over from another association",
        |s| {
            s.request(C2s, "resources/unsubscribe", "41", r#"{"uri":"file:///a"}"#).respond(S2c, "41", "{}");
        },
        &[("mcp/state-carried-over", "c1"), ("safety/missing-should", "c1")],
    ),
    says(
        "initialize twice",
        |s| {
            s.mcp_session().request(C2s, "initialize", "9", HELLO).respond(S2c, "9", TOOLS_ONLY);
        },
        &[("mcp/initialize-twice", "c4")],
    ),
    says(
        "a session that goes on after initialize failed",
        |s| {
            s.request(C2s, "initialize", "1", HELLO).fail(S2c, "1", -32602, "version");
            s.request(C2s, "tools/list", "2", "{}").respond(S2c, "2", r#"{"tools":[]}"#);
        },
        &[("mcp/initialize-failed-then-used", "c2")],
    ),
    says(
        "the server asks before the client is ready",
        |s| {
            let hello = HELLO.replace(r#""capabilities":{}"#, r#""capabilities":{"roots":{}}"#);
            s.request(C2s, "initialize", "1", &hello).respond(S2c, "1", TOOLS_ONLY);
            s.request(S2c, "roots/list", "1", "").respond(C2s, "1", r#"{"roots":[]}"#).notify(C2s, "notifications/initialized", "");
        },
        &[("mcp/before-initialized", "s2")],
    ),
    says(
        "prompts of a server without prompts",
        |s| {
            s.request(C2s, "initialize", "1", HELLO).respond(S2c, "1", TOOLS_ONLY).notify(C2s, "notifications/initialized", "");
            s.request(C2s, "prompts/list", "2", "{}").fail(S2c, "2", -32601, "method not found");
        },
        &[("mcp/capability-unnegotiated", "c3")],
    ),
    says(
        "the server lists the tools of the client",
        |s| {
            s.mcp_session().request(S2c, "tools/list", "1", "{}").fail(C2s, "1", -32601, "method not found");
        },
        &[("mcp/direction", "s3")],
    ),
    says(
        "the client sends a log message",
        |s| {
            s.mcp_session().notify(C2s, "notifications/message", r#"{"level":"info","data":"x"}"#);
        },
        &[("mcp/notification-direction", "c4")],
    ),
    says(
        "a notification with a null id",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":null,"method":"notifications/roots/list_changed"}"#;
            s.mcp_session().bridge(C2s, BridgeSpec::notify(Protocol::MCP, "notifications/roots/list_changed", object));
        },
        &[("notify/has-id", "c4")],
    ),
    says(
        "a notification as a request",
        |s| {
            s.mcp_session().request(C2s, "notifications/roots/list_changed", "9", "").respond(S2c, "9", "{}");
        },
        &[("mcp/notification-as-request", "c4")],
    ),
    says(
        "a request as a notification",
        |s| {
            s.mcp_session().notify(C2s, "tools/call", r#"{"name":"read_file"}"#);
        },
        &[("mcp/request-as-notification", "c4")],
    ),
    says(
        "a notification answered with an empty result",
        |s| {
            s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
            s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "n", r#"{"jsonrpc":"2.0","id":null,"result":{}}"#));
        },
        &[("notify/replied", "s3")],
    ),
    says(
        "a notification answered with method not found",
        |s| {
            s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
            let object = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"method not found"}}"#;
            s.bridge(S2c, BridgeSpec::error(Protocol::MCP, "n", object));
        },
        &[("notify/replied", "s3")],
    ),
    says(
        "a cancelled request is answered",
        |s| {
            s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
            s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#).called("9", "ok");
        },
        &[("mcp/reply-after-cancel", "s3")],
    ),
    says(
        "a cancel that makes a string of the id",
        |s| {
            s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
            s.notify(C2s, "notifications/cancelled", r#"{"requestId":"9"}"#).called("9", "ok");
        },
        &[("mcp/cancel-unknown", "c5")],
    ),
    says(
        "a cancel of the other side's request",
        |s| {
            s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
            s.notify(S2c, "notifications/cancelled", r#"{"requestId":9}"#).called("9", "ok");
        },
        &[("mcp/cancel-foreign-id", "s3")],
    ),
    says(
        "progress of a token that nobody gave",
        |s| {
            s.mcp_session().notify(S2c, "notifications/progress", r#"{"progressToken":"x","progress":1}"#);
        },
        &[("mcp/progress-unknown", "s3")],
    ),
    says(
        "progress after the end",
        |s| {
            let params = r#"{"name":"read_file","_meta":{"progressToken":"p"}}"#;
            s.mcp_session().request_labelled(C2s, "tools/call", "9", params, Effect::ReadOnly).called("9", "ok");
            s.notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":1}"#);
        },
        &[("mcp/progress-unknown", "s4")],
    ),
    says(
        "a method that MCP does not list",
        |s| {
            s.mcp_session().request_labelled(C2s, "tools/Call", "9", "{}", Effect::Destructive).fail(S2c, "9", -32601, "method not found");
        },
        &[("mcp/unknown-method", "c4")],
    ),
    says(
        "a request under an identifier that the peer does not carry is dropped",
        |s| {
            s.bridge(C2s, BridgeSpec::request(Protocol(0x41), "x", "a", [1, 2, 3]).content_type(2));
            ask(s, "7", "7");
            answer(s, "7", "7").close();
        },
        &[("bridge/request-silently-dropped", "c1")],
    ),
    says(
        "an orderly close leaves a request behind",
        |s| {
            ask(s, "1", "1");
            answer(s, "1", "1");
            ask(s, "2", "2").close();
        },
        &[("exchange/unanswered", "c2")],
    ),
    says(
        "a message is sent again although it was answered",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":7,"method":"message/send","params":{"message":{}}}"#;
            for correlation in ["a", "b"] {
                s.bridge(
                    C2s,
                    BridgeSpec::request(Protocol::A2A, "message/send", correlation, object).label(Effect::NonIdempotentWrite, ""),
                );
                answer(s, correlation, "7");
            }
        },
        &[("jsonrpc/peer-did-not-match-by-corr", "c2")],
    ),
];

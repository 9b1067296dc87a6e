//! Errors of endpoints and of carriers.

use super::*;

fn failed(s: &mut Scenario, slot: &str) {
    ask(s, "7", "7").bridge(S2c, BridgeSpec::error(Protocol::A2A, "7", slot));
}

/// A request fails with these octets.
macro_rules! fails {
    ($name:literal, $slot:expr, $rule:literal) => {
        says($name, |s| failed(s, $slot), &[($rule, "s1")])
    };
}

pub(super) static SITUATIONS: &[Situation] = &[
    replies!(
        "an error in a response",
        result("7", r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"no"}}"#),
        "error/response-carries-error"
    ),
    fails!("a result in an error", r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, "error/error-carries-result"),
    replies!(
        "result and error, one of them null",
        result("7", r#"{"jsonrpc":"2.0","id":7,"result":{},"error":null}"#),
        "error/both-members"
    ),
    replies!("neither result nor error", result("7", r#"{"jsonrpc":"2.0","id":7}"#), "error/neither-member"),
    fails!("plain text", "Internal Server Error", "error/free-text"),
    fails!("a web page", "<html><h1>504 Gateway Time-out</h1></html>", "error/free-text"),
    fails!("a JSON string", "\"tool failed\"", "error/free-text"),
    fails!("the error member is a string", r#"{"jsonrpc":"2.0","id":7,"error":"tool failed"}"#, "error/free-text"),
    fails!("the bare error object", r#"{"code":-32001,"message":"no such task"}"#, "error/neither-member"),
    fails!("nothing", "", "error/empty-slot"),
    fails!("a code that is a string", r#"{"jsonrpc":"2.0","id":7,"error":{"code":"-32001","message":"no"}}"#, "error/code-not-integer"),
    fails!(
        "a code that went through a float",
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001.0,"message":"no"}}"#,
        "error/code-not-integer"
    ),
    fails!("no code", r#"{"jsonrpc":"2.0","id":7,"error":{"message":"no"}}"#, "error/code-not-integer"),
    fails!("no message", r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001}}"#, "error/message-not-string"),
    fails!(
        "a message that is an object",
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":{"text":"no"}}}"#,
        "error/message-not-string"
    ),
    fails!("a null error", r#"{"jsonrpc":"2.0","id":7,"error":null}"#, "error/code-not-integer"),
    fails!(
        "a reserved code that nothing defines",
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32500,"message":"application"}}"#,
        "error/code-out-of-range"
    ),
    fails!(
        "a carrier writes its failure as JSON-RPC",
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":4,"message":"NotDelivered: upstream closed"}}"#,
        "error/code-named-transport"
    ),
    fails!(
        "an internal error that tells of a connection",
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"connect ECONNREFUSED 127.0.0.1:8080"}}"#,
        "error/fabricated-name"
    ),
    says(
        "the code of an endpoint squeezed into the octet of a carrier",
        |s| {
            ask(s, "7", "7");
            s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 0xA7, "method not found"));
        },
        &[("error/transport-holds-jsonrpc-code", "s1")],
    ),
    says(
        "a foreign error as the text of a transport error",
        |s| {
            ask(s, "7", "7");
            let text = r#"{"code":-32001,"message":"no such task"}"#;
            s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 4, text));
        },
        &[("error/transport-holds-json", "s1")],
    ),
    says(
        "a transport code that does not exist",
        |s| {
            ask(s, "7", "7");
            s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 9, "busy"));
        },
        &[("error/transport-code-unknown", "s1")],
    ),
    says(
        "NotResumable without a resumption",
        |s| {
            ask(s, "7", "7");
            s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 6, "gone"));
        },
        &[("error/transport-code-wrong-class", "s1")],
    ),
    fails!("a transport error with a wrong length", "\u{4}\u{20}no route", "error/transport-malformed"),
    says(
        "a transport error with a stack trace",
        |s| {
            ask(s, "7", "7");
            let text = "Traceback (most recent call last): File \"/srv/app/bridge.py\", line 31";
            s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 4, text));
        },
        &[("error/transport-message-detail", "s1")],
    ),
    fails!("a batch in an error", r#"[{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"no"}}]"#, "jsonrpc/batch"),
    says(
        "push notifications refused by the carrier",
        |s| {
            ask(s, "1", "1");
            answer(s, "1", "1");
            s.protocol(Protocol::A2A).request(C2s, "tasks/pushNotificationConfig/get", "2", r#"{"id":"t"}"#);
            s.transport_error(S2c, "2", 3, "unsupported");
        },
        &[("a2a/push-error-as-transport", "s2")],
    ),
    says(
        "an unlisted method refused by the carrier",
        |s| {
            s.mcp_session().request_labelled(C2s, "acme/vacuum", "9", "{}", npscope::spec::effect::Effect::Destructive);
            s.transport_error(S2c, "9", 3, "unknown");
        },
        &[("mcp/unknown-method-rejected", "s3")],
    ),
    says(
        "an error in a notification",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"failed"}}"#;
            s.mcp_session().bridge(S2c, BridgeSpec::notify(Protocol::MCP, "", object));
        },
        &[("notify/failure-reported", "s3")],
    ),
    says(
        "a request under identifier 0 gets code 2",
        |s| {
            s.bridge(C2s, get("7", &object("7")).protocol(0));
            s.bridge(S2c, BridgeSpec::transport_error(Protocol(0), "7", 2, "unsupported"));
        },
        &[("bridge/protocol-null", "c1"), ("bridge/protocol-null-wrong-code", "s1")],
    ),
];

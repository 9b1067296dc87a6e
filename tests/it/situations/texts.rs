//! JSON texts and what else is carried in their place.

use super::*;

fn ping(s: &mut Scenario, text: &str) {
    s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", text)).respond(S2c, "9", "{}");
}

fn pong(s: &mut Scenario, text: &str) {
    s.mcp_session().request(C2s, "ping", "9", "").bridge(S2c, BridgeSpec::response(Protocol::MCP, "9", text));
}

pub(super) static SITUATIONS: &[Situation] = &[
    says(
        "a batch of requests",
        |s| {
            asked(s, &format!("[{}]", object("7")));
        },
        &[("jsonrpc/batch", "c1")],
    ),
    says(
        "a batch of replies",
        |s| {
            replied(s, result("7", r#"[{"jsonrpc":"2.0","id":7,"result":{}}]"#));
        },
        &[("jsonrpc/batch", "s1")],
    ),
    says(
        "an empty array",
        |s| {
            asked(s, "[]");
        },
        &[("jsonrpc/batch", "c1")],
    ),
    says(
        "a byte order mark",
        |s| {
            asked(s, &format!("\u{feff}{}", object("7")));
        },
        &[("jsonrpc/bom", "c1")],
    ),
    says(
        "NaN as a value",
        |s| {
            replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}"#));
        },
        &[("jsonrpc/not-json", "s1")],
    ),
    says(
        "Infinity as a value",
        |s| {
            replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"x":-Infinity}}"#));
        },
        &[("jsonrpc/not-json", "s1")],
    ),
    says(
        "single quotes, as Python prints",
        |s| {
            replied(s, result("7", "{'jsonrpc': '2.0', 'id': 7, 'result': {}}"));
        },
        &[("jsonrpc/not-json", "s1")],
    ),
    says(
        "a comma too many",
        |s| {
            replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{},}"#));
        },
        &[("jsonrpc/not-json", "s1")],
    ),
    says(
        "a text that breaks off",
        |s| {
            replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"task","#));
        },
        &[("jsonrpc/not-json", "s1")],
    ),
    says(
        "two objects in one frame",
        |s| {
            replied(s, result("7", "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}"));
        },
        &[("jsonrpc/trailing", "s1")],
    ),
    says(
        "a line of log in front of the object",
        |s| {
            pong(s, "INFO server started\n{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");
        },
        &[("mcp/not-jsonrpc", "s3")],
    ),
    says(
        "a string where an object belongs",
        |s| {
            replied(s, result("7", "\"ok\""));
        },
        &[("jsonrpc/not-object", "s1")],
    ),
    says(
        "null where an object belongs",
        |s| {
            replied(s, result("7", "null"));
        },
        &[("jsonrpc/not-object", "s1")],
    ),
    says(
        "an object encoded twice",
        |s| {
            replied(s, result("7", r#""{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}""#));
        },
        &[("jsonrpc/not-object", "s1")],
    ),
    says(
        "an event stream around a result of MCP",
        |s| {
            pong(s, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}\n\n");
        },
        &[("jsonrpc/embedded-http", "s3")],
    ),
    says(
        "a comment of an event stream",
        |s| {
            pong(s, ": ping - 2025-11-25\n\n");
        },
        &[("jsonrpc/embedded-http", "s3")],
    ),
    says(
        "HTTP with the header fields of MCP",
        |s| {
            ping(s, "POST /mcp HTTP/1.1\r\nMcp-Session-Id: 17\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}");
        },
        &[("mcp/http-header", "c4")],
    ),
    says(
        "the framing of a language server",
        |s| {
            ping(s, "Content-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}");
        },
        &[("jsonrpc/embedded-http", "c4")],
    ),
    says(
        "HTTP around a message of A2A",
        |s| {
            asked(s, &format!("POST / HTTP/1.1\r\nHost: agent.example\r\n\r\n{}", object("7")));
        },
        &[("a2a/http-in-foreign", "c1")],
    ),
    says(
        "a web page in place of a result",
        |s| {
            pong(s, "<!doctype html><title>502 Bad Gateway</title>");
        },
        &[("mcp/not-jsonrpc", "s3")],
    ),
    says(
        "no octets at all",
        |s| {
            replied(s, result("7", ""));
        },
        &[("bridge/empty-foreign", "s1")],
    ),
    says(
        "text in Latin 1",
        |s| {
            ask(s, "7", "7");
            let text = b"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"kind\":\"task\",\"name\":\"caf\xE9\"}}";
            s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", text));
        },
        &[("jsonrpc/not-utf8", "s1")],
    ),
    says(
        "half of a surrogate pair",
        |s| {
            replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"task","name":"\ud83d"}}"#));
        },
        &[("jsonrpc/lone-surrogate", "s1")],
    ),
    says(
        "text in UTF-16",
        |s| {
            ask(s, "7", "7");
            let text: Vec<u8> = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#.encode_utf16().flat_map(u16::to_be_bytes).collect();
            s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", text));
        },
        &[("jsonrpc/not-json", "s1")],
    ),
    says(
        "a compressed message",
        |s| {
            s.mcp_session().request(C2s, "ping", "9", "");
            s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "9", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3]));
        },
        &[("mcp/not-jsonrpc", "s3")],
    ),
    says(
        "a length in front of the object, as chunked bodies have",
        |s| {
            replied(s, result("7", "25\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\r\n0\r\n\r\n"));
        },
        &[("jsonrpc/not-object", "s1")],
    ),
    says(
        "two ids",
        |s| {
            asked(s, r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t"},"id":8}"#);
        },
        &[("jsonrpc/duplicate-key", "c1")],
    ),
    says(
        "no version",
        |s| {
            asked(s, r#"{"id":7,"method":"tasks/get","params":{"id":"t"}}"#);
        },
        &[("jsonrpc/version-missing", "c1")],
    ),
    says(
        "version 1.0 in a reply",
        |s| {
            replied(s, result("7", r#"{"jsonrpc":"1.0","id":7,"result":{}}"#));
        },
        &[("jsonrpc/version-wrong", "s1")],
    ),
    says(
        "a request without method",
        |s| {
            asked(s, r#"{"jsonrpc":"2.0","id":7,"params":{"id":"t"}}"#);
        },
        &[("jsonrpc/method-missing", "c1")],
    ),
    says(
        "params as a string",
        |s| {
            asked(s, r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":"t-1"}"#);
        },
        &[("jsonrpc/params-type", "c1")],
    ),
    says(
        "a request without id",
        |s| {
            asked(s, r#"{"jsonrpc":"2.0","method":"tasks/get","params":{"id":"t"}}"#);
        },
        &[("jsonrpc/request-no-id", "c1")],
    ),
    says(
        "the envelope's method in other case",
        |s| {
            s.bridge(C2s, get("7", &object("7")).method("Tasks/Get"));
            answer(s, "7", "7");
        },
        &[("jsonrpc/method-mismatch", "c1")],
    ),
    says(
        "the envelope's method with the escape of the object",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":7,"method":"tasks\/get","params":{"id":"t"}}"#;
            s.bridge(C2s, get("7", object).method(r"tasks\/get"));
            answer(s, "7", "7");
        },
        &[("jsonrpc/method-mismatch", "c1")],
    ),
    says(
        "no method in the envelope of a request",
        |s| {
            s.bridge(C2s, get("7", &object("7")).method(""));
            answer(s, "7", "7");
        },
        &[("jsonrpc/method-mismatch", "c1")],
    ),
    says(
        "a method on a reply",
        |s| {
            replied(s, result("7", &format!(r#"{{"jsonrpc":"2.0","id":7,"result":{TASK}}}"#)).method("tasks/get"));
        },
        &[("jsonrpc/reply-method-present", "s1")],
    ),
    says(
        "CBOR declared for JSON",
        |s| {
            s.bridge(C2s, get("7", &object("7")).content_type(2));
            answer(s, "7", "7");
        },
        &[("a2a/content-type", "c1")],
    ),
    says(
        "a content type that does not exist",
        |s| {
            ping(s, r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#);
            s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "10", r#"{"jsonrpc":"2.0","id":10,"method":"ping"}"#).content_type(0));
            s.respond(S2c, "10", "{}");
        },
        &[("jsonrpc/content-type", "c5")],
    ),
    says(
        "a kind that is not the frame's",
        |s| {
            replied(s, result("7", &format!(r#"{{"jsonrpc":"2.0","id":7,"result":{TASK}}}"#)).kind(4));
        },
        &[("bridge/kind-mismatch", "s1")],
    ),
    says(
        "a final reply that is no stream",
        |s| {
            replied(s, result("7", &format!(r#"{{"jsonrpc":"2.0","id":7,"result":{TASK}}}"#)).flags(1));
        },
        &[("jsonrpc/flags", "s1")],
    ),
    says(
        "a request in a response",
        |s| {
            replied(s, result("7", &object("7")));
        },
        &[("jsonrpc/wrong-object", "s1")],
    ),
    says(
        "a response in a request",
        |s| {
            s.bridge(C2s, get("7", r#"{"jsonrpc":"2.0","id":7,"result":{}}"#));
            answer(s, "7", "7");
        },
        &[("jsonrpc/wrong-object", "c1")],
    ),
    says(
        "MCP on Discovery",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
            s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", object).on(Channel::DISCOVERY));
        },
        &[("mcp/session-on-discovery", "c4")],
    ),
    says(
        "MCP under an experimental identifier",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
            s.bridge(C2s, BridgeSpec::request(Protocol(0x21), "tools/list", "1", object));
            s.bridge(S2c, BridgeSpec::response(Protocol(0x21), "1", r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#));
        },
        &[("bridge/assigned-under-experimental", "c1")],
    ),
    says(
        "terminal escapes in a tool's name",
        |s| {
            s.mcp_session().call("9", "read\\u001b[2J", Some(npscope::spec::effect::Effect::Destructive)).called("9", "ok");
        },
        &[("text/suspicious", "c4")],
    ),
];

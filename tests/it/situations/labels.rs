//! Safety labels.

use npscope::spec::effect::Effect;

use super::*;

const LIST: &str = r#"{"tools":[{"name":"a","annotations":{"readOnlyHint":true}}],"nextCursor":"2"}"#;

pub(super) static SITUATIONS: &[Situation] = &[
    says(
        "a tool that writes, called without label",
        |s| {
            s.mcp_session().call("9", "write_note", None).called("9", "ok");
        },
        &[("safety/missing-tool-mutating", "c4")],
    ),
    says(
        "a tool that says nothing of itself, called without label",
        |s| {
            s.mcp_session().call("9", "mystery", None).called("9", "ok");
        },
        &[("safety/missing-tool-mutating", "c4")],
    ),
    says(
        "a tool that is not listed, called without label",
        |s| {
            s.mcp_session().call("9", "rm_rf", None).called("9", "ok");
        },
        &[("safety/missing-tool-mutating", "c4")],
    ),
    says(
        "a tool that only reads, called without label",
        |s| {
            s.mcp_session().call("9", "read_file", None).called("9", "ok");
        },
        &[("safety/missing-tool-readonly", "c4")],
    ),
    says(
        "a tool called without label before any list",
        |s| {
            s.mcp_initialize().call("9", "write_note", None).called("9", "ok");
        },
        &[("safety/missing-tool-unseen", "c3")],
    ),
    says(
        "a tool that destroys, labelled as idempotent",
        |s| {
            s.mcp_session().call("9", "delete_branch", Some(Effect::IdempotentWrite)).called("9", "ok");
        },
        &[("safety/tool-weaker", "c4")],
    ),
    says(
        "a tool that mails, labelled as idempotent",
        |s| {
            s.mcp_session().call("9", "send_mail", Some(Effect::IdempotentWrite)).called("9", "ok");
        },
        &[("safety/tool-weaker", "c4")],
    ),
    says(
        "the tool's name in other case is another tool",
        |s| {
            s.mcp_session().call("9", "READ_FILE", Some(Effect::ReadOnly)).called("9", "ok");
        },
        &[("safety/tool-weaker", "c4")],
    ),
    says(
        "a name that is repeated, once harmless",
        |s| {
            let params = r#"{"name":"delete_branch","arguments":{},"name":"read_file"}"#;
            s.mcp_session().request_labelled(C2s, "tools/call", "9", params, Effect::ReadOnly).called("9", "ok");
        },
        &[("jsonrpc/duplicate-key", "c4"), ("safety/tool-weaker", "c4")],
    ),
    says(
        "half of a list does not excuse",
        |s| {
            s.mcp_initialize().request(C2s, "tools/list", "2", "{}").respond(S2c, "2", LIST);
            s.call("9", "b", None).called("9", "ok");
        },
        &[("safety/missing-tool-unseen", "c4")],
    ),
    says(
        "a message without label",
        |s| {
            s.protocol(Protocol::A2A).request(C2s, "message/send", "7", r#"{"message":{}}"#);
            answer(s, "7", "7");
        },
        &[("safety/missing-must", "c1")],
    ),
    says(
        "a message labelled as reading",
        |s| {
            s.protocol(Protocol::A2A).request_labelled(C2s, "message/send", "7", r#"{"message":{}}"#, Effect::ReadOnly);
            answer(s, "7", "7");
        },
        &[("safety/weaker", "c1")],
    ),
    says(
        "sampling without label, from the server",
        |s| {
            s.mcp_session().request(S2c, "sampling/createMessage", "1", r#"{"messages":[],"maxTokens":1}"#);
            s.respond(C2s, "1", r#"{"role":"assistant","content":{"type":"text","text":""},"model":"m"}"#);
        },
        &[("safety/missing-must", "s3")],
    ),
    says(
        "a subscription without label",
        |s| {
            s.mcp_session().request(C2s, "resources/subscribe", "9", r#"{"uri":"file:///a"}"#).respond(S2c, "9", "{}");
        },
        &[("safety/missing-should", "c4")],
    ),
    says(
        "the envelope names a harmless method, the object does not",
        |s| {
            let object = r#"{"jsonrpc":"2.0","id":7,"method":"message/send","params":{"message":{}}}"#;
            s.bridge(C2s, get("7", object));
            answer(s, "7", "7");
        },
        &[("safety/method-evasion", "c1")],
    ),
    says(
        "a label that breaks off",
        |s| {
            s.bridge(C2s, get("7", &object("7")).label_octets(&[0]));
            answer(s, "7", "7");
        },
        &[("safety/truncated", "c1")],
    ),
    says(
        "a label with a scope longer than it is",
        |s| {
            s.bridge(C2s, get("7", &object("7")).label_octets(&[0, 9, b'x']));
            answer(s, "7", "7");
        },
        &[("safety/truncated", "c1")],
    ),
    says(
        "octets behind the scope",
        |s| {
            s.bridge(C2s, get("7", &object("7")).label_octets(&[0, 1, b'x', b'y']));
            answer(s, "7", "7");
        },
        &[("safety/trailing", "c1")],
    ),
    says(
        "an effect that does not exist",
        |s| {
            s.bridge(C2s, get("7", &object("7")).label_octets(&[9, 0]));
            answer(s, "7", "7");
        },
        &[("safety/effect-unknown", "c1")],
    ),
    says(
        "a scope in Latin 1",
        |s| {
            s.bridge(C2s, get("7", &object("7")).label_octets(&[0, 1, 0xE9]));
            answer(s, "7", "7");
        },
        &[("safety/scope-not-utf8", "c1")],
    ),
    says(
        "two labels",
        |s| {
            s.bridge(C2s, get("7", &object("7")).label(Effect::ReadOnly, "").tlv(0x0013, &[3, 0]));
            answer(s, "7", "7");
        },
        &[("bridge/duplicate-tlv", "c1")],
    ),
    says(
        "a server that makes its tool harmless, and calls follow",
        |s| {
            let list = |hint: &str| format!(r#"{{"tools":[{{"name":"wipe","annotations":{{{hint}}}}}]}}"#);
            s.mcp_initialize().request(C2s, "tools/list", "2", "{}").respond(
                S2c,
                "2",
                &list(r#""readOnlyHint":false,"destructiveHint":true"#),
            );
            s.call("3", "wipe", Some(Effect::Destructive)).called("3", "ok");
            s.notify(S2c, "notifications/tools/list_changed", "");
            s.request(C2s, "tools/list", "4", "{}").respond(S2c, "4", &list(r#""readOnlyHint":true"#));
            s.call("5", "wipe", Some(Effect::ReadOnly)).called("5", "ok");
        },
        &[("safety/annotation-relaxed", "c6")],
    ),
    says(
        "an unlisted method that deletes, labelled as reading",
        |s| {
            s.mcp_session().request_labelled(C2s, "acme/deleteAll", "9", "{}", Effect::ReadOnly).respond(S2c, "9", "{}");
        },
        &[("safety/readonly-but-destructive-name", "c4")],
    ),
    says(
        "a resumption without the label of its request",
        |s| {
            s.a2a_stream_request("7").a2a_event("7", 1);
            let object = r#"{"jsonrpc":"2.0","id":7,"method":"message/stream","params":{}}"#;
            s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "message/stream", "7", object).stream(1, 0, 1));
            s.a2a_event("7", 2).a2a_end("7", 3);
        },
        &[("safety/resume-missing", "c2")],
    ),
];

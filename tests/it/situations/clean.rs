//! Everything here is right, though it may not look it.

use npscope::spec::effect::Effect;

use super::*;

pub(super) static SITUATIONS: &[Situation] = &[
    clean("both sides ask under one correlation and id at once", |s| {
        s.mcp_session().request(C2s, "ping", "9", "").request(S2c, "ping", "9", "").respond(S2c, "9", "{}").respond(C2s, "9", "{}");
    }),
    clean("both sides answer in the order of the other", |s| {
        s.mcp_session().request(C2s, "ping", "9", "").request(S2c, "ping", "9", "").respond(C2s, "9", "{}").respond(S2c, "9", "{}");
    }),
    clean("a stream is cancelled while the other side asks under its correlation", |s| {
        s.mcp_session().a2a_stream_request("5").a2a_event("5", 1).request(S2c, "roots/list", "5", "").a2a_event("5", 2);
        s.a2a_cancel("5", 2).a2a_cancelled("5", 2).respond(C2s, "5", r#"{"roots":[]}"#).close();
    }),
    clean("a stream is cancelled after the other side was answered under its correlation", |s| {
        s.mcp_session().a2a_stream_request("5").a2a_event("5", 1);
        s.request(S2c, "roots/list", "5", "").respond(C2s, "5", r#"{"roots":[]}"#);
        s.a2a_cancel("5", 1).a2a_cancelled("5", 1).close();
    }),
    clean("a cancel crosses the end while the other side asks under its correlation", |s| {
        s.mcp_session().a2a_stream_request("5").a2a_event("5", 1).request(S2c, "ping", "5", "").a2a_end("5", 2);
        s.a2a_cancel("5", 1).respond(C2s, "5", "{}").close();
    }),
    clean("a stream is cancelled without a control beside a request of the other side", |s| {
        s.mcp_session().a2a_stream_request("5").a2a_event("5", 1).request(S2c, "ping", "5", "");
        s.bridge(C2s, BridgeSpec::stream_end(Protocol::A2A, "5", ""));
        s.a2a_end("5", 2).respond(C2s, "5", "{}").close();
    }),
    clean("7 and \"7\" at once, each under its own token", |s| {
        ask(s, "7", "7");
        ask(s, "\"7\"", "\"7\"");
        answer(s, "\"7\"", "\"7\"");
        answer(s, "7", "7");
    }),
    clean("null ids under fresh tokens", |s| {
        for token in ["n1", "n2", "n3"] {
            ask(s, token, "null");
        }
        for token in ["n3", "n1", "n2"] {
            answer(s, token, "null");
        }
    }),
    clean("a client that numbers every request 1, one after the other", |s| {
        for _ in 0..4 {
            ask(s, "1", "1");
            answer(s, "1", "1");
        }
    }),
    clean("a poll of one task under one id and fresh correlations", |s| {
        for correlation in ["a", "b", "c"] {
            ask(s, correlation, "1");
            answer(s, correlation, "1");
        }
    }),
    clean("odd ids that come back as they are", |s| {
        for (correlation, id) in [("a", "0"), ("b", "-1"), ("c", "\"\""), ("d", "1.5"), ("e", "70e-1"), ("f", r#""\u00e9""#), ("g", "-0")] {
            ask(s, correlation, id);
            answer(s, correlation, id);
        }
    }),
    clean("a correlation of any octets", |s| {
        s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/get", [0, 255, 27, 10], object("1")));
        let object = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{TASK}}}"#);
        s.bridge(S2c, BridgeSpec::response(Protocol::A2A, [0, 255, 27, 10], object));
    }),
    clean("a correlation of 255 octets", |s| {
        let long = "x".repeat(255);
        ask(s, &long, "1");
        answer(s, &long, "1");
    }),
    clean("replies in another order", |s| {
        for id in ["1", "2", "3", "4"] {
            ask(s, id, id);
        }
        for id in ["3", "1", "4", "2"] {
            answer(s, id, id);
        }
    }),
    clean("a tool that failed, as a result", |s| {
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
        s.respond(S2c, "9", r#"{"content":[{"type":"text","text":"ECONNREFUSED 10.0.0.1"}],"isError":true}"#);
    }),
    clean("a result that is null, and one that is empty", |s| {
        replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":null}"#));
        ask(s, "8", "8").bridge(S2c, result("8", r#"{"jsonrpc":"2.0","id":8,"result":{}}"#));
    }),
    clean("a result that speaks of errors and ids", |s| {
        replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"error":{"code":4},"id":"9","result":1,"method":"x"}}"#));
    }),
    clean("error data that holds a result", |s| {
        ask(s, "7", "7");
        fail(s, "7", r#"{"code":-32001,"message":"no such task","data":{"result":{"id":7},"error":"x"}}"#);
    }),
    clean("an application's own positive code", |s| {
        ask(s, "7", "7");
        fail(s, "7", r#"{"code":404,"message":"not found"}"#);
    }),
    clean("a parse error with a null id", |s| {
        ask(s, "7", "7");
        s.bridge(
            S2c,
            BridgeSpec::error(Protocol::A2A, "7", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#),
        );
    }),
    clean("white space and line breaks around and in an object", |s| {
        asked(s, "\r\n{\n  \"jsonrpc\" : \"2.0\",\n  \"id\" : 7,\n  \"method\" : \"tasks/get\",\n  \"params\" : { \"id\" : \"t\" }\n}\r\n");
    }),
    clean("an escaped solidus in the object, none in the envelope", |s| {
        asked(s, r#"{"jsonrpc":"2.0","id":7,"method":"tasks\/get","params":{"id":"t"}}"#);
    }),
    clean("members in another order, names escaped", |s| {
        asked(s, r#"{"params":{"id":"t"},"m\u0065thod":"tasks/get","id":7,"jsonrpc":"2\u002e0"}"#);
    }),
    clean("strings full of protocol", |s| {
        let text = r#"data: {\"jsonrpc\"}\r\nHTTP/1.1 200 OK\r\nevent: x\r\nMCP-Protocol-Version: 1\r\n\ufeff"#;
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", text);
    }),
    clean("one member name in many objects", |s| {
        replied(
            s,
            result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"id":"t","history":[{"id":1},{"id":2}],"name":"a","x":{"name":"b"}}}"#),
        );
    }),
    clean("numbers beyond any double, outside of ids", |s| {
        replied(s, result("7", r#"{"jsonrpc":"2.0","id":7,"result":{"a":1e999,"b":123456789012345678901234567890,"c":-0.0}}"#));
    }),
    clean("emoji, combining marks and text from right to left", |s| {
        ask(s, "7", "7");
        fail(s, "7", "{\"code\":-32001,\"message\":\"\u{1f600} e\u{301} \u{5dc}\u{5d0}\\n\\ttab\"}");
    }),
    clean("a page of tools after another, a call of the second page's", |s| {
        let (one, two) =
            (r#"{"tools":[{"name":"a","annotations":{"readOnlyHint":true}}],"nextCursor":"2"}"#, r#"{"tools":[{"name":"b"}]}"#);
        s.mcp_initialize().request(C2s, "tools/list", "2", "{}").respond(S2c, "2", one);
        s.request(C2s, "tools/list", "3", r#"{"cursor":"2"}"#).respond(S2c, "3", two);
        s.call("4", "b", Some(Effect::Destructive)).called("4", "ok").call("5", "a", Some(Effect::ReadOnly)).called("5", "ok");
    }),
    clean("labels stronger than needed", |s| {
        s.mcp_session().call("9", "read_file", Some(Effect::Destructive)).called("9", "ok");
        s.bridge(C2s, get("8", &object("8")).label(Effect::Destructive, "tasks:t-1"));
        answer(s, "8", "8");
    }),
    clean("a tool labelled before any list", |s| {
        s.mcp_initialize().call("9", "anything", Some(Effect::IdempotentWrite)).called("9", "ok");
    }),
    clean("the list changes while a call is under way", |s| {
        s.mcp_session().call("9", "write_note", Some(Effect::IdempotentWrite));
        s.notify(S2c, "notifications/tools/list_changed", "").called("9", "ok");
        s.call("10", "write_note", Some(Effect::IdempotentWrite)).called("10", "ok");
    }),
    clean("a cancel that crosses the reply", |s| {
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
        s.notify(C2s, "notifications/cancelled", r#"{"requestId":9,"reason":"late"}"#);
    }),
    clean("a cancelled call that is never answered", |s| {
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
        s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#).close();
    }),
    clean("progress while a call runs, by string and by number", |s| {
        s.mcp_session();
        for (id, token) in [("9", "\"p\""), ("10", "7")] {
            let params = format!(r#"{{"name":"read_file","arguments":{{}},"_meta":{{"progressToken":{token}}}}}"#);
            s.request_labelled(C2s, "tools/call", id, &params, Effect::ReadOnly);
            s.notify(S2c, "notifications/progress", &format!(r#"{{"progressToken":{token},"progress":1}}"#)).called(id, "ok");
        }
    }),
    clean("notifications one after the other, none answered", |s| {
        s.mcp_session();
        for _ in 0..5 {
            s.notify(S2c, "notifications/resources/updated", r#"{"uri":"file:///a"}"#).wait(20);
        }
    }),
    clean("a method of the server's own, refused by the endpoint", |s| {
        s.mcp_session().request_labelled(C2s, "acme/vacuum", "9", "{}", Effect::Destructive).fail(S2c, "9", -32601, "method not found");
    }),
    clean("a second attempt at initialize succeeds", |s| {
        let hello = r#"{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
        s.request(C2s, "initialize", "0", hello).fail(S2c, "0", -32602, "version").mcp_session();
    }),
    clean("an older revision is settled and kept", |s| {
        let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}"#;
        let welcome =
            r#"{"protocolVersion":"2024-11-05","capabilities":{"tools":{},"prompts":{}},"serverInfo":{"name":"s","version":"1"}}"#;
        s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome).notify(C2s, "notifications/initialized", "");
        s.request(C2s, "completion/complete", "2", "{}")
            .respond(S2c, "2", "{}")
            .request(S2c, "roots/list", "1", "")
            .respond(C2s, "1", "{}");
    }),
    clean("a ping before initialize", |s| {
        s.request(C2s, "ping", "0", "").respond(S2c, "0", "{}").request(S2c, "ping", "0", "").respond(C2s, "0", "{}").mcp_session();
    }),
    clean("a client that does not wait to say it is ready", |s| {
        let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
        let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
        s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome).request(C2s, "tools/list", "2", "{}");
        s.notify(C2s, "notifications/initialized", "").respond(S2c, "2", r#"{"tools":[]}"#);
    }),
    clean("transport errors in the layout of the reference, under any content type", |s| {
        for (id, code) in [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)] {
            ask(s, id, id).bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, id, code, "as text").content_type(2));
        }
    }),
    clean("a rejected reply, and the next request", |s| {
        ask(s, "7", "7");
        answer(s, "7", "7");
        s.bridge(C2s, BridgeSpec::transport_error(Protocol::A2A, "7", 1, "malformed"));
        ask(s, "8", "8");
        answer(s, "8", "8");
    }),
    clean("a stream that fails half way", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1);
        fail(s, "7", r#"{"code":-32603,"message":"failed"}"#);
    }),
    clean("a stream that is refused", |s| {
        s.a2a_stream_request("7");
        fail(s, "7", r#"{"code":-32004,"message":"unsupported"}"#);
    }),
    clean("a cancelled stream, acknowledged", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 2);
        s.a2a_cancel("7", 2).a2a_event("7", 3).a2a_cancelled("7", 3);
    }),
    clean("a stream that skips positions", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 5).a2a_event("7", 6).a2a_end("7", 9);
    }),
    clean("a stream taken up again behind its last event", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 2);
        s.a2a_resubscribe("7", 2).a2a_event("7", 3).a2a_end("7", 4);
    }),
    clean("a resubscription by a plain client", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1);
        s.protocol(Protocol::A2A)
            .request(C2s, "tasks/resubscribe", "8", r#"{"id":"t-1"}"#)
            .a2a_event("8", 1)
            .a2a_end("8", 2)
            .a2a_end("7", 2);
    }),
    clean("a card as a document of several parts", |s| {
        s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
        let part = |octets: &[u8]| BridgeSpec::response(Protocol::A2A, "7", octets).content_type(2).label(Effect::ReadOnly, "");
        s.bridge(S2c, part(b"{\"name\":\"archive\"}")).bridge(S2c, part(&[0xD2, 0x84, 0x43]));
    }),
    clean("a private identifier with octets of any kind", |s| {
        s.bridge(C2s, BridgeSpec::request(Protocol(0x90), "", "a", [0, 0x13, 0, 2, 9]).content_type(3));
        s.bridge(S2c, BridgeSpec::response(Protocol(0x90), "a", []).content_type(3));
    }),
    clean("keys change while a call is under way", |s| {
        ask(s, "7", "7").key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1);
        s.key_update(S2c, Channel::BRIDGE).key_update_ack(C2s, Channel::BRIDGE, 1);
        answer(s, "7", "7").master_ratchet(C2s).master_ratchet_ack(S2c, 1);
        ask(s, "8", "8");
        answer(s, "8", "8").close();
    }),
    clean("a message of many segments", |s| {
        let long = "x".repeat(70_000);
        replied(s, result("7", &format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"kind":"task","text":"{long}"}}}}"#)));
    }),
    clean("params by position", |s| {
        asked(s, r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":["t-1"]}"#);
    }),
];

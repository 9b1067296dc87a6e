//! `jsonrpc/embedded-http`

use crate::bridge::carriage::jsonrpc::embedded::{Embedded, header_of};
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_a2a, is_mcp};

declare_rule! {
    /// ## What it checks
    /// That only the object is carried: no request line, status line, header fields or event-stream lines around it.
    /// ## Why it matters
    /// The endpoint gets text where it expects an object.
    /// ## What to do
    /// Unwrap the object. Events of an A2A stream in such lines are left to a2a/sse-framing, HTTP around A2A to a2a/http-in-foreign, and
    /// header fields of MCP to mcp/http-header.
    pub static EMBEDDED_HTTP = {
        id: "jsonrpc/embedded-http", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a request with its header fields" => 1, |s| {
                let text = "POST /mcp HTTP/1.1\r\nHost: archive.example\r\n\r\n{}";
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", text)).respond(S2c, "9", "{}");
            };
            "an event stream as the answer to a call" => 1, |s| {
                s.mcp_session().request(C2s, "ping", "9", "");
                let text = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}\n\n";
                s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "9", text));
            };
            "an event stream in a response" => 1, |s| {
                replied(s, result("data: {}\n\n"));
            };
            "such text inside a string" => 0, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":{"text":"POST / HTTP/1.1\\r\\nHost: x"}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(TextFault::Embedded(found)) = text_fault(message) else { return };
    let spoken_for = is_a2a(message) || (is_mcp(message) && header_of(message.foreign()).is_some());
    if found == Embedded::Http && spoken_for {
        return;
    }
    let text = match found {
        Embedded::Http => "the foreign message is an HTTP message, not a JSON-RPC object",
        Embedded::EventStream => "the foreign message is an event stream, not a JSON-RPC object",
    };
    sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
}

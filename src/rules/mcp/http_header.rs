//! `mcp/http-header`

use crate::bridge::carriage::jsonrpc::embedded::{Embedded, header_of};
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, short};

declare_rule! {
    /// ## What it checks
    /// That no header field of the HTTP transport of MCP, such as `MCP-Protocol-Version`, stands before the object.
    /// ## Why it matters
    /// Revision and session are settled by `initialize` and the association; the endpoint gets text where it expects an object.
    /// ## What to do
    /// Carry the object alone.
    pub static HTTP_HEADER = {
        id: "mcp/http-header", severity: Error, certainty: Heuristic,
        clause: Must MAP_MCP "8", scope: Frame, fault: Sender,
        alternative: "The endpoint itself may have answered with the text of an HTTP message.",
        check: Message(check, OddText),
        fixtures: [
            "the revision in a header field" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
                let text = format!("MCP-Protocol-Version: 2025-11-25\r\nContent-Type: application/json\r\n\r\n{object}");
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", text)).respond(S2c, "9", "{}");
            };
            "the session in a request of HTTP" => 1, |s| {
                let text = "POST /mcp HTTP/1.1\r\nHost: archive.example\r\nMcp-Session-Id: 1868a90c\r\n\r\n{}";
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", text)).respond(S2c, "9", "{}");
            };
            "such a field in a string" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "MCP-Protocol-Version: 2025-11-25");
            };
            "another header field" => 0 also ["jsonrpc/embedded-http"], |s| {
                let text = "Content-Length: 40\r\n\r\n{}";
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", text)).respond(S2c, "9", "{}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let wrapped = is_mcp(message) && text_fault(message) == Some(TextFault::Embedded(Embedded::Http));
    if let Some(name) = header_of(message.foreign()).filter(|_| wrapped) {
        let text = format!("the header field {} stands before the object", short(name));
        sink.report(Some(message.foreign_place()), text).evidence("header", short(name));
    }
}

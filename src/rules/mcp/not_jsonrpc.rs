//! `mcp/not-jsonrpc`

use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the identifier of MCP carries JSON-RPC and not something else altogether: octets that do not even begin like a JSON text.
    /// A JSON text that is broken is left to jsonrpc/not-json.
    /// ## Why it matters
    /// Another protocol sits under the identifier: no rule of the mapping holds for it, labels included.
    /// ## What to do
    /// Carry other protocols under an identifier of their own.
    pub static NOT_JSONRPC = {
        id: "mcp/not-jsonrpc", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "2", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a CBOR map" => 1, |s| {
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", [0xA1, 0x01, 0x02]));
                s.respond(S2c, "9", "{}");
            };
            "a web page" => 1, |s| {
                s.mcp_session().request(C2s, "ping", "9", "");
                s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "9", "<html><body>Bad gateway</body></html>"));
            };
            "an object that breaks off" => 0 also ["jsonrpc/not-json"], |s| {
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "9", r#"{"jsonrpc":"2.0","id":9,"#));
                s.respond(S2c, "9", "{}");
            };
            "a transport error" => 0, |s| {
                s.mcp_session().request(C2s, "ping", "9", "").transport_error(S2c, "9", 4, "down");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if text_fault(message) == Some(TextFault::Alien) {
        let text = "what is carried as MCP is no JSON text at all";
        sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
    }
}

//! `mcp/iserror-as-error`

use crate::codec::json::token::Kind as Json;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, is_mcp};
use crate::session::arrival::Kind;
use crate::session::link::Role;
use crate::store::finding::{Fault, Place};

declare_rule! {
    /// ## What it checks
    /// Whether a tool's own failure was turned into a JSON-RPC error: its data has the shape of a tool result.
    /// ## Why it matters
    /// A tool failure is a result with `isError`: the model that called the tool may read it. An error stops the call instead.
    /// ## What to do
    /// Pass the result on as it is.
    pub static ISERROR_AS_ERROR = {
        id: "mcp/iserror-as-error", severity: Warning, certainty: Heuristic,
        clause: Must CC_JSONRPC "5", scope: Exchange, fault: Intermediary,
        alternative: "The server itself may answer so.",
        check: Message(check, Error),
        fixtures: [
            "an error whose data is a tool result" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                let data = r#"{"content":[{"type":"text","text":"no such file"}],"isError":true}"#;
                let object = format!(r#"{{"jsonrpc":"2.0","id":9,"error":{{"code":-32000,"message":"failed","data":{data}}}}}"#);
                s.bridge(S2c, BridgeSpec::error(Protocol::MCP, "9", object));
            };
            "a result that says isError" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.respond(S2c, "9", r#"{"content":[{"type":"text","text":"no such file"}],"isError":true}"#);
            };
        ],
    }
}

/// The code that converters use.
const SERVER_ERROR: i64 = -32000;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let failed = message.kind == Kind::Error && message.link.role == Role::Terminal && is_mcp(message);
    let Some(json) = message.json.filter(|_| failed && answered(message).is_some() && asked_for(message) == "tools/call") else { return };
    let code = json.error_object().and_then(|error| error.code_value(json.octets));
    let Some(content) = json.dig(json.error, &[b"data", b"content"]).filter(|content| content.kind == Json::Array) else { return };
    if code == Some(SERVER_ERROR) {
        let text = "the error carries a tool result in its data";
        sink.report(Some(Place::Foreign(content.span)), text).fault(Fault::Unknown).evidence("code", SERVER_ERROR);
    }
}

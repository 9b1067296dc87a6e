//! `mcp/tools-call-shape`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method};
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether a `tools/call` names its tool.
    /// ## Why it matters
    /// The content is between the endpoints, but what the call does cannot be judged.
    /// ## What to do
    /// Put the name into `params.name`, as a string.
    pub static TOOLS_CALL_SHAPE = {
        id: "mcp/tools-call-shape", severity: Note, certainty: Certain,
        clause: May MAP_MCP "", scope: Frame, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "a call without name" => 1, |s| {
                s.mcp_session().request_labelled(C2s, "tools/call", "9", r#"{"arguments":{}}"#, Effect::Destructive);
                s.called("9", "ok");
            };
            "a call with its name" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let asks = message.kind == Kind::Request && is_mcp(message) && !message.frame.is_replay();
    let Some(json) = message.json.filter(|json| asks && json.scan.fault.is_none() && json.method.is_some()) else { return };
    if *method(message) == *b"tools/call" && message.params.tools.is_empty() {
        let place = json.params.map(|token| Place::Foreign(token.span));
        sink.report(place, "tools/call does not name a tool");
    }
}

//! `mcp/unknown-method`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method, short};
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether a method is one that the MCP mapping lists.
    /// ## Why it matters
    /// A carrier must deliver it all the same; the class of its effect is not known.
    /// ## What to do
    /// Nothing, unless the name is a slip.
    pub static UNKNOWN_METHOD = {
        id: "mcp/unknown-method", severity: Note, certainty: Certain,
        clause: May MAP_MCP "4", scope: Frame, fault: Sender,
        check: Message(check, Call),
        fixtures: [
            "a method that MCP does not list" => 1, |s| {
                s.mcp_session().request_labelled(C2s, "archive/vacuum", "9", "{}", Effect::Destructive).respond(S2c, "9", "{}");
            };
            "a method that MCP lists" => 0, |s| { s.mcp_session(); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let calls = matches!(message.kind, Kind::Request | Kind::Notify) && is_mcp(message) && !message.frame.is_replay();
    let Some(json) = message.json.filter(|json| calls && json.scan.fault.is_none() && json.method_text().is_some()) else { return };
    let name = method(message);
    if !name.is_empty() && message.listed.is_none() {
        let place = json.method.map(|token| Place::Foreign(token.span));
        sink.report(place, format!("MCP does not list {}", short(&name))).evidence("method", short(&name));
    }
}

//! `safety/tool-list-stale`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::own_method;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether a `tools/call` rests on a listing older than the server's word that its list changed.
    /// ## Why it matters
    /// The tool may have become another; the label follows what it was.
    /// ## What to do
    /// List the tools again after `notifications/tools/list_changed`.
    pub static TOOL_LIST_STALE = {
        id: "safety/tool-list-stale", severity: Note, certainty: Heuristic,
        clause: May MAP_MCP "4.3", scope: Association, fault: Requester,
        alternative: "Nothing obliges a client to list again; the tool may be unchanged.",
        check: Message(check, Labelled),
        fixtures: [
            "a call after the list changed" => 1, |s| {
                s.mcp_session().notify(S2c, "notifications/tools/list_changed", "");
                s.call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "a call after the list was read again" => 0, |s| {
                s.mcp_session().notify(S2c, "notifications/tools/list_changed", "");
                let list = r#"{"tools":[{"name":"read_file","annotations":{"readOnlyHint":true}}]}"#;
                s.request(C2s, "tools/list", "8", "{}").respond(S2c, "8", list);
                s.call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(label) = message.declared().and_then(Class::from_code).filter(|_| own_method(message).is_some()) else { return };
    let listing = match message.effect.tool {
        Some(ToolView::Known { tool, stale: true }) if label >= tool.class => tool.listing,
        Some(ToolView::Absent { listing, stale: true }) if label == Class::Destructive => listing,
        _ => return,
    };
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    sink.report(place, "the server has said since its listing that the list of tools changed").peer(listing);
}

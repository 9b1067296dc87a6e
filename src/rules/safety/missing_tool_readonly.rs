//! `safety/missing-tool-readonly`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};
use crate::session::tools::ToolView;

declare_rule! {
    /// ## What it checks
    /// That a `tools/call` of a tool that says it only reads carries a label too.
    /// ## Why it matters
    /// Annotations are hints: a receiver must treat a call without label as destructive.
    /// ## What to do
    /// Attach the label `read_only`.
    pub static MISSING_TOOL_READONLY = {
        id: "safety/missing-tool-readonly", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "10(6) (A-38)", scope: Association, fault: Requester,
        check: Message(check, Unlabelled),
        fixtures: [
            "a reading tool without label" => 1 also ["safety/failsafe-applied"], |s| {
                s.mcp_session().call("9", "read_file", None).called("9", "ok");
            };
            "a reading tool with its label" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message) != Some(Missing::ToolReadonly) {
        return;
    }
    let draft = report(message, sink, "the tool only reads, but a receiver assumes the worst");
    if let Some(ToolView::Known { tool, .. }) = message.effect.tool {
        draft.peer(tool.listing);
    }
}

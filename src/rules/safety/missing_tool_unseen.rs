//! `safety/missing-tool-unseen`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};

declare_rule! {
    /// ## What it checks
    /// That a `tools/call` carries a label although no listing that was captured tells what the tool does.
    /// ## Why it matters
    /// The label is owed unless the tool only reads; a receiver treats the call as destructive.
    /// ## What to do
    /// Label every call with the class that the annotations give.
    pub static MISSING_TOOL_UNSEEN = {
        id: "safety/missing-tool-unseen", severity: Warning, certainty: Heuristic,
        clause: Must MAP_MCP "6.2", scope: Association, fault: Requester,
        alternative: "The tool may be annotated as read-only in a listing that was not captured.",
        check: Message(check, Unlabelled),
        fixtures: [
            "a call before any listing" => 1 also ["safety/failsafe-applied"], |s| {
                s.mcp_initialize().call("9", "delete_branch", None).called("9", "ok");
            };
            "a labelled call before any listing" => 0, |s| {
                s.mcp_initialize().call("9", "delete_branch", Some(Effect::Destructive)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message) == Some(Missing::ToolUnseen) {
        report(message, sink, "what the tool does is not known");
    }
}

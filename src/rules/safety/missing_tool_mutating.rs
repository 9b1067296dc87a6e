//! `safety/missing-tool-mutating`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};
use crate::session::tools::ToolView;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a `tools/call` of a tool that may change state carries a label. What the tool does follows from the server's own
    /// listing on this association; a tool without annotations, or missing from a complete listing, counts as destructive.
    /// ## Why it matters
    /// The label is what a receiver applies its policy to. Without it a destructive call looks like any other.
    /// ## What to do
    /// Label every call with the class that the annotations give.
    pub static MISSING_TOOL_MUTATING = {
        id: "safety/missing-tool-mutating", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "6.2", scope: Association, fault: Requester,
        check: Message(check, Unlabelled),
        fixtures: [
            "a destructive tool without label" => 1 also ["safety/failsafe-applied"], |s| {
                s.mcp_session().call("9", "delete_branch", None).called("9", "ok");
            };
            "a tool that the listing does not have" => 1 also ["safety/failsafe-applied"], |s| {
                s.mcp_session().call("9", "not_listed", None).called("9", "ok");
            };
            "a destructive tool with its label" => 0, |s| {
                s.mcp_session().call("9", "delete_branch", Some(Effect::Destructive)).called("9", "ok");
            };
            "a tool that only reads" => 0 also ["safety/missing-tool-readonly"], |s| {
                s.mcp_session().call("9", "read_file", None).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message) != Some(Missing::ToolMutating) {
        return;
    }
    let (why, listing) = match message.effect.tool {
        Some(ToolView::Known { tool, .. }) => ("the tool's annotations demand one", Some(tool.listing)),
        Some(ToolView::Absent { listing, .. }) => ("the server's listing does not have the tool", Some(listing)),
        _ => ("the tool may change state", None),
    };
    let raced = matches!(message.effect.tool, Some(ToolView::Known { tool, .. }) if tool.is_fresh_change());
    let draft = report(message, sink, why);
    let draft = if raced { draft.at_most(Severity::Warning) } else { draft };
    if let Some(listing) = listing {
        draft.peer(listing);
    }
}

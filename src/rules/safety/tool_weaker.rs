//! `safety/tool-weaker`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::{evades, own_method};
use crate::rules::reading::heard_all;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect as Class;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the label of a `tools/call` is not milder than the class that the tool's annotations give, as this server listed them.
    /// ## Why it matters
    /// A receiver applies a policy that is too lax to a tool that changes state.
    /// ## What to do
    /// Derive the label from the annotations in force; a tool without annotations is destructive.
    pub static TOOL_WEAKER = {
        id: "safety/tool-weaker", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "6.2", scope: Association, fault: Requester,
        check: Message(check, Labelled),
        fixtures: [
            "a destructive tool labelled read_only" => 1, |s| {
                s.mcp_session().call("9", "delete_branch", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "a tool without annotations labelled read_only" => 1, |s| {
                s.mcp_session().call("9", "mystery", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "every tool with the class of its annotations" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
                s.call("10", "write_note", Some(Effect::IdempotentWrite)).called("10", "ok");
                s.call("11", "send_mail", Some(Effect::NonIdempotentWrite)).called("11", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(view), Some(label)) = (message.effect.tool, message.declared().and_then(Class::from_code)) else { return };
    let Some(class) = message.effect.class.filter(|class| label < *class) else { return };
    if own_method(message).is_none() || evades(message) {
        return;
    }
    let (listing, doubtful) = match view {
        ToolView::Known { tool, stale } => (tool.listing, stale || tool.derived || tool.is_fresh_change()),
        ToolView::Absent { listing, .. } => (listing, true),
        ToolView::Unseen => return,
    };
    let text = format!("the tool is {} by the server's listing, the label says {}", class.name(), label.name());
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    let draft = sink.report(place, text).peer(listing).evidence("label", label.name()).evidence("required", class.name());
    if !heard_all(message) {
        draft.at_most(Severity::Note);
    } else if doubtful {
        draft.at_most(Severity::Warning);
    }
}

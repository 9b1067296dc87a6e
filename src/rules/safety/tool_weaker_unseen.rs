//! `safety/tool-weaker-unseen`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::own_method;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether the label of a `tools/call` is milder than destructive although no listing of the tool was captured.
    /// ## Why it matters
    /// Whether the label is right cannot be judged from this capture.
    /// ## What to do
    /// Capture from the beginning of the session, or compare with the server's listing.
    pub static TOOL_WEAKER_UNSEEN = {
        id: "safety/tool-weaker-unseen", severity: Note, certainty: Heuristic,
        clause: Must MAP_MCP "6.2", scope: Association, fault: Requester,
        alternative: "The tool may be annotated so in a listing that was not captured.",
        check: Message(check, Labelled),
        fixtures: [
            "a call labelled read_only before any listing" => 1, |s| {
                s.mcp_initialize().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "a call labelled destructive before any listing" => 0, |s| {
                s.mcp_initialize().call("9", "read_file", Some(Effect::Destructive)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let label = message.declared().and_then(Class::from_code).filter(|label| *label < Class::Destructive);
    let (Some(label), Some(ToolView::Unseen)) = (label, message.effect.tool) else { return };
    if own_method(message).is_none() || super::readonly_but_destructive_name::speaks(message) || crate::rules::labels::evades(message) {
        return;
    }
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    let text = format!("the label says {}, but no listing of the tool was captured", label.name());
    sink.report(place, text).evidence("label", label.name());
}

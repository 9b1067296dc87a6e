//! `safety/tool-ambiguous`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::own_method;
use crate::session::tools::ToolView;

declare_rule! {
    /// ## What it checks
    /// Whether a tool that is called was annotated differently in two listings of this server.
    /// ## Why it matters
    /// Which annotations the caller went by is uncertain.
    /// ## What to do
    /// Look whether several servers answer on this association, or whether the tool was updated.
    pub static TOOL_AMBIGUOUS = {
        id: "safety/tool-ambiguous", severity: Note, certainty: Certain,
        clause: May MAP_MCP "6.2", scope: Association, fault: Unknown,
        check: Message(check, Request),
        fixtures: [
            "a tool that became stricter" => 1, |s| {
                let list = r#"{"tools":[{"name":"read_file","annotations":{"readOnlyHint":false,"destructiveHint":true}}]}"#;
                s.mcp_session().request(C2s, "tools/list", "8", "{}").respond(S2c, "8", list);
                s.call("9", "read_file", Some(Effect::Destructive)).called("9", "ok");
            };
            "a tool listed twice alike" => 0, |s| {
                let list = r#"{"tools":[{"name":"read_file","annotations":{"readOnlyHint":true}}]}"#;
                s.mcp_session().request(C2s, "tools/list", "8", "{}").respond(S2c, "8", list);
                s.call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ToolView::Known { tool, .. }) = message.effect.tool.filter(|_| own_method(message).is_some()) else { return };
    let Some(earlier) = tool.differs_from.filter(|_| !tool.relaxed && !tool.called) else { return };
    let text = "two listings of this server annotate the tool differently";
    sink.report(None, text).peer(earlier).evidence("listing_frame", tool.listing.0).evidence("class", tool.class.name());
}

//! `safety/disco-contradicts-annotation`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::scenario::native::tool_record;
use crate::session::tools::ToolView;

declare_rule! {
    /// ## What it checks
    /// Whether the effect that a server advertises for a tool on Discovery is another than that of its MCP annotations.
    /// ## Why it matters
    /// One of the two is wrong, or they speak of different tools of one name.
    /// ## What to do
    /// Let both come from one source.
    pub static DISCO_CONTRADICTS_ANNOTATION = {
        id: "safety/disco-contradicts-annotation", severity: Note, certainty: Certain,
        clause: May DISCOVERY "5.3", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "destructive there, read-only here" => 1, |s| {
                s.native(S2c, NativeSpec::announce(tool_record(1, "read_file", 3))).mcp_session();
            };
            "read-only in both" => 0, |s| { s.native(S2c, NativeSpec::announce(tool_record(1, "read_file", 0))).mcp_session(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let records = &association.state.native.records;
    for direction in [C2s, S2c].into_iter().filter(|_| !records.is_empty()) {
        for advertised in records.tools(direction, Protocol::MCP) {
            let ToolView::Known { tool, stale: false } = association.state.tools[direction.index()].view(advertised.name) else { continue };
            if tool.class != advertised.effect {
                let name = short(advertised.name);
                let text = format!("{name} is advertised as {}, its annotations say {}", advertised.effect.name(), tool.class.name());
                sink.report(None, text).frame(advertised.frame).direction(direction).peer(tool.listing).evidence("tool", name);
            }
        }
    }
}

//! `mcp/initialized-missing`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a client that goes on after `initialize` sends `notifications/initialized`. Where the capture ends soon, this is only remarked.
    /// ## Why it matters
    /// A server that waits for it never sends its own requests.
    /// ## What to do
    /// Send the notification right after the answer to `initialize`.
    pub static INITIALIZED_MISSING = {
        id: "mcp/initialized-missing", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "5", scope: Association, fault: Requester,
        check: Association(check),
        fixtures: [
            "tools are listed, the notification never comes" => 1 also ["mcp/before-initialized"], |s| {
                let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome);
                s.request(C2s, "tools/list", "2", "{}").respond(S2c, "2", r#"{"tools":[]}"#);
            };
            "the notification comes" => 0, |s| { s.mcp_session(); };
            "the capture ends before the client goes on" => 0, |s| {
                let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome);
            };
        ],
    }
}

/// Frames of a client that has gone on for long.
const MANY: u64 = 10;

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let phases = &association.state.lifecycle;
    let (Some(client), Some((answer, true))) = (phases.role(), phases.initialized) else { return };
    let went_on = phases.hasty[client.index()].is_some();
    if went_on && phases.ready.is_none() && association.whole(client) {
        let draft = sink.report(None, "the client never sent notifications/initialized").peer(answer);
        if !association.is_over() && association.frames[client.index()] < MANY {
            draft.at_most(Severity::Note);
        }
    }
}

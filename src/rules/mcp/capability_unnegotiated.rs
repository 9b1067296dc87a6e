//! `mcp/capability-unnegotiated`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{ordinary, session};
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a family of methods is used only where its receiver announced the capability in `initialize`. The first use is reported.
    /// ## Why it matters
    /// The receiver did not promise to implement it.
    /// ## What to do
    /// Look at the capabilities before asking.
    pub static CAPABILITY_UNNEGOTIATED = {
        id: "mcp/capability-unnegotiated", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "5", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "prompts of a server that has tools only" => 1, |s| {
                let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome).notify(C2s, "notifications/initialized", "");
                s.request(C2s, "prompts/list", "2", "{}").respond(S2c, "2", r#"{"prompts":[]}"#);
                s.request(C2s, "prompts/list", "3", "{}").respond(S2c, "3", r#"{"prompts":[]}"#);
            };
            "prompts of a server that has them" => 0, |s| {
                s.mcp_session().request(C2s, "prompts/list", "9", "{}").respond(S2c, "9", r#"{"prompts":[]}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let phases = session(message);
    let direction = message.frame.direction;
    let Some(name) = ordinary(message) else { return };
    let Some(family) = phases.lacks(direction, name).filter(|family| !phases.unannounced[direction.index()].has(*family)) else { return };
    let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
    let text = format!("{} is used although the other side did not announce {}", short(name), family.name());
    let draft = sink.report(place, text).evidence("method", short(name)).evidence("capability", family.name());
    if let Some((answer, _)) = phases.initialized {
        draft.peer(answer);
    }
}

//! `mcp/before-initialized`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{complete, ordinary, session};
use crate::store::finding::{Place, Severity};

declare_rule! {
    /// ## What it checks
    /// That a server asks nothing but `ping` before the client has sent `notifications/initialized`. A client that does not wait
    /// either is remarked.
    /// ## Why it matters
    /// The client may not be ready to answer.
    /// ## What to do
    /// Wait for the notification.
    pub static BEFORE_INITIALIZED = {
        id: "mcp/before-initialized", severity: Warning, certainty: Certain,
        clause: Should MAP_MCP "5", scope: Association, fault: Sender,
        check: Message(check, Request),
        fixtures: [
            "the server asks for roots at once" => 1, |s| {
                let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome);
                s.request(S2c, "roots/list", "1", "").respond(C2s, "1", r#"{"roots":[]}"#);
                s.notify(C2s, "notifications/initialized", "");
            };
            "the server waits" => 0, |s| {
                s.mcp_initialize().request(S2c, "roots/list", "1", "").respond(C2s, "1", r#"{"roots":[]}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let phases = session(message);
    let (Some(name), Some(client)) = (ordinary(message).filter(|_| phases.ready.is_none()), phases.role()) else { return };
    let direction = message.frame.direction;
    let answered = matches!(phases.initialized, Some((_, true)));
    let server = direction != client;
    if phases.hasty[direction.index()].is_some() || !complete(message) || (!server && !answered) {
        return;
    }
    let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
    let text = format!("{} is sent before notifications/initialized", short(name));
    let draft = sink.report(place, text).evidence("method", short(name));
    if !server {
        draft.at_most(Severity::Note);
    }
}

//! `mcp/version-changed`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method};
use crate::rules::sessions::session;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether a client goes on although the server answered with a later revision than the one it asked for.
    /// ## Why it matters
    /// A client asks for the latest revision that it supports; it cannot know what it now agrees to.
    /// ## What to do
    /// Close the session when the answer names a revision that the client does not support.
    pub static VERSION_CHANGED = {
        id: "mcp/version-changed", severity: Warning, certainty: Heuristic,
        clause: Must MAP_MCP "5", scope: Association, fault: Requester,
        alternative: "The client may support the later revision although it asked for an earlier one.",
        check: Message(check, Notify),
        fixtures: [
            "2024-11-05 asked, 2025-11-25 answered" => 1, |s| {
                let hello = r#"{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome).notify(C2s, "notifications/initialized", "");
            };
            "an older revision is answered" => 0, |s| {
                let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).respond(S2c, "1", welcome).notify(C2s, "notifications/initialized", "");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let phases = session(message);
    let goes_on = is_mcp(message) && message.kind == Kind::Notify && *method(message) == *b"notifications/initialized";
    let (Some(asked), Some(settled)) = (phases.asked, phases.settled) else { return };
    if goes_on && phases.ready.is_none() && !message.frame.is_replay() && settled > asked {
        let text = format!("the client goes on with revision {} although it asked for {}", settled.text(), asked.text());
        sink.report(None, text).evidence("asked", asked.text()).evidence("answered", settled.text());
    }
}

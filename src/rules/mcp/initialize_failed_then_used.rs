//! `mcp/initialize-failed-then-used`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{complete, ordinary, session};
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a session is not used after its `initialize` was answered by an error.
    /// ## Why it matters
    /// There is no session: nothing was agreed.
    /// ## What to do
    /// Try again, or give up.
    pub static INITIALIZE_FAILED_THEN_USED = {
        id: "mcp/initialize-failed-then-used", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "5", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "tools are listed after the error" => 1, |s| {
                let hello = r#"{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                s.request(C2s, "initialize", "1", hello).fail(S2c, "1", -32602, "version");
                s.request(C2s, "tools/list", "2", "{}").respond(S2c, "2", r#"{"tools":[]}"#);
            };
            "the second attempt succeeds" => 0, |s| {
                let hello = r#"{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                s.request(C2s, "initialize", "0", hello).fail(S2c, "0", -32602, "version").mcp_session();
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let phases = session(message);
    let (Some(name), Some((failure, false))) = (ordinary(message), phases.initialized) else { return };
    let owns = phases.role() == Some(message.frame.direction);
    if owns && phases.stubborn.is_none() && complete(message) {
        let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
        sink.report(place, format!("{} is sent although initialize failed", short(name))).peer(failure);
    }
}

//! `mcp/initialize-twice`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method, unbroken};
use crate::rules::sessions::session;
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a client initializes once on an association, unless the attempt before failed.
    /// ## Why it matters
    /// A session is bound to its association; a second one beside it shares its ids and its listings.
    /// ## What to do
    /// Open another association for another session.
    pub static INITIALIZE_TWICE = {
        id: "mcp/initialize-twice", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "5", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "two sessions on one association" => 1, |s| {
                let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                let welcome = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
                s.mcp_session().request(C2s, "initialize", "9", hello).respond(S2c, "9", welcome);
            };
            "the first attempt failed" => 0, |s| {
                let hello = r#"{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
                s.request(C2s, "initialize", "0", hello).fail(S2c, "0", -32602, "version").mcp_session();
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let phases = session(message);
    let begins = is_mcp(message) && message.kind == Kind::Request && !message.frame.is_replay() && *method(message) == *b"initialize";
    let again = begins && phases.client == Some(message.frame.direction) && !matches!(phases.initialized, Some((_, false)));
    // The answer to the first one may have been an error that was lost.
    let refused = phases.initialized.is_none() && (phases.unsure || !unbroken(message, message.frame.direction.flip()));
    let Some(first) = phases.initialize.filter(|_| again && !refused) else { return };
    let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
    sink.report(place, "initialize is sent again on this association").peer(first);
}

//! `mcp/before-initialize`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{presumes_state, uninitialized};
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a session begins with `initialize` and waits for its answer. A session without any is reported once.
    /// ## Why it matters
    /// Version and capabilities are not settled: what the request means is not agreed.
    /// ## What to do
    /// Send nothing but `ping` until `initialize` was answered.
    pub static BEFORE_INITIALIZE = {
        id: "mcp/before-initialize", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "5", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "a session without initialize" => 1, |s| {
                s.request(C2s, "tools/list", "1", "{}").respond(S2c, "1", r#"{"tools":[]}"#);
                s.request(C2s, "tools/list", "2", "{}").respond(S2c, "2", r#"{"tools":[]}"#);
            };
            "a ping first" => 0, |s| {
                s.request(C2s, "ping", "0", "").respond(S2c, "0", "{}").mcp_session();
            };
            "a capture that begins in the session" => 0, |s| {
                s.late().request(C2s, "tools/list", "1", "{}").respond(S2c, "1", r#"{"tools":[]}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(name) = uninitialized(message).filter(|_| !presumes_state(message) && !message.association().state.evidence.disordered) else {
        return;
    };
    let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
    let text = format!("{} is sent before initialize was answered", short(name));
    sink.report(place, text).evidence("method", short(name));
}

//! `mcp/state-carried-over`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{presumes_state, uninitialized};
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether a new association begins with a request that only makes sense in a session that is under way: for a task, for the next
    /// page of a list, or to end a subscription.
    /// ## Why it matters
    /// A session does not outlive its association: cursors, tasks and subscriptions of an earlier one mean nothing here.
    /// ## What to do
    /// Begin every association with `initialize`.
    pub static STATE_CARRIED_OVER = {
        id: "mcp/state-carried-over", severity: Warning, certainty: Heuristic,
        clause: Must MAP_MCP "8", scope: Association, fault: Requester,
        alternative: "Both ends may have agreed to keep a session beyond its association.",
        check: Message(check, Request),
        fixtures: [
            "the next page of a list that began elsewhere" => 1, |s| {
                s.request(C2s, "tools/list", "12", r#"{"cursor":"p-2"}"#).respond(S2c, "12", r#"{"tools":[]}"#);
                s.request(C2s, "tools/list", "13", r#"{"cursor":"p-3"}"#).respond(S2c, "13", r#"{"tools":[]}"#);
            };
            "the first page, without initialize" => 0 also ["mcp/before-initialize"], |s| {
                s.request(C2s, "tools/list", "1", "{}").respond(S2c, "1", r#"{"tools":[]}"#);
            };
            "a capture that begins in the session" => 0, |s| {
                s.late().request(C2s, "tools/list", "12", r#"{"cursor":"p-2"}"#).respond(S2c, "12", r#"{"tools":[]}"#);
            };
            "the next page in a session" => 0, |s| {
                s.mcp_session().request(C2s, "tools/list", "12", r#"{"cursor":"p-2"}"#).respond(S2c, "12", r#"{"tools":[]}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(name) = uninitialized(message).filter(|_| presumes_state(message)) else { return };
    let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
    let text = format!("{} takes up a session that did not begin on this association", short(name));
    sink.report(place, text).evidence("method", short(name));
}

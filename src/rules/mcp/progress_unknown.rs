//! `mcp/progress-unknown`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method, short};
use crate::session::arrival::Kind;
use crate::session::correlator::Known;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether progress is reported under a token that the other side gave out, and before its request was answered.
    /// ## Why it matters
    /// The receiver cannot tell which request makes progress.
    /// ## What to do
    /// Use the token of the request's `_meta`.
    pub static PROGRESS_UNKNOWN = {
        id: "mcp/progress-unknown", severity: Note, certainty: Heuristic,
        clause: May MAP_MCP "4.3", scope: Association, fault: Sender,
        alternative: "The token may have been given out in a message that is not visible here.",
        check: Message(check, Notify),
        fixtures: [
            "a token that nobody gave out" => 1, |s| {
                s.mcp_session().notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":1}"#);
            };
            "progress after the result" => 1, |s| {
                let params = r#"{"name":"read_file","_meta":{"progressToken":"p"}}"#;
                s.mcp_session().request_labelled(C2s, "tools/call", "9", params, Effect::ReadOnly).called("9", "ok");
                s.notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":1}"#);
            };
            "the token of a call" => 0, |s| {
                let params = r#"{"name":"read_file","_meta":{"progressToken":"p"}}"#;
                s.mcp_session().request_labelled(C2s, "tools/call", "9", params, Effect::ReadOnly);
                s.notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":1}"#).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let notifies = is_mcp(message) && message.kind == Kind::Notify && !message.frame.is_replay();
    let Some(json) = message.json.filter(|_| notifies && *method(message) == *b"notifications/progress") else { return };
    let Some(token) = message.params.progress else { return };
    let (asker, state) = (message.frame.direction.flip(), message.association().state);
    let (given, raw) = (&state.progress[asker.index()], json.raw(token));
    let place = Some(Place::Foreign(token.span));
    if !given.knows(raw) && message.association().whole(asker) {
        sink.report(place, format!("nobody gave out progress token {}", short(raw))).evidence("token", short(raw));
    }
    let known = given.request(raw).map(|id| state.correlator.known(asker, id));
    if let Some(Known::Done(request)) = known {
        let text = format!("the request of progress token {} was already answered", short(raw));
        sink.report(place, text).evidence("token", short(raw)).peer(request);
    }
}

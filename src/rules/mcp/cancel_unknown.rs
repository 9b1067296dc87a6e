//! `mcp/cancel-unknown`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{Named, named};
use crate::session::correlator::Known;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether `notifications/cancelled` names a request of its sender that awaits its reply.
    /// ## Why it matters
    /// Nothing is cancelled. A cancel that crosses the reply on the wire is legal.
    /// ## What to do
    /// Nothing, unless it happens often.
    pub static CANCEL_UNKNOWN = {
        id: "mcp/cancel-unknown", severity: Note, certainty: Certain,
        clause: May MAP_MCP "4.3", scope: Association, fault: Sender,
        check: Message(check, Notify),
        fixtures: [
            "an id that was never used" => 1, |s| {
                s.mcp_session().notify(C2s, "notifications/cancelled", r#"{"requestId":99}"#);
            };
            "an id that was answered" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
                s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#);
            };
            "an outstanding id" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(Named { token, raw, own, other }) = named(message) else { return };
    let complete = message.association().whole(message.frame.direction);
    let (text, peer) = match own {
        Known::Never if other == Known::Never && complete => (format!("request {} was never sent", short(raw)), None),
        Known::Done(request) => (format!("request {} was already answered", short(raw)), Some(request)),
        _ => return,
    };
    let draft = sink.report(Some(Place::Foreign(token.span)), text).evidence("id", short(raw));
    if let Some(request) = peer {
        draft.peer(request);
    }
}

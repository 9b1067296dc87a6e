//! `mcp/cancel-foreign-id`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{Named, named};
use crate::session::correlator::Known;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That `notifications/cancelled` does not name a request that only the other side sent.
    /// ## Why it matters
    /// A peer withdraws its own requests. The receiver looks the id up among the wrong ones.
    /// ## What to do
    /// To refuse a request, answer it with an error.
    pub static CANCEL_FOREIGN_ID = {
        id: "mcp/cancel-foreign-id", severity: Warning, certainty: Heuristic,
        clause: Must MAP_MCP "4.3", scope: Association, fault: Sender,
        alternative: "The ids of both sides may coincide, and the own request may be one that is not visible here.",
        check: Message(check, Notify),
        fixtures: [
            "the server cancels the client's request" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.notify(S2c, "notifications/cancelled", r#"{"requestId":9}"#).called("9", "ok");
            };
            "the client cancels its own" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(Named { token, raw, own: Known::Never, other }) = named(message) else { return };
    let (Known::Open(request) | Known::Done(request)) = other else { return };
    if message.association().whole(message.frame.direction) {
        let text = format!("request {} is one of the other side", short(raw));
        sink.report(Some(Place::Foreign(token.span)), text).peer(request).evidence("id", short(raw));
    }
}

//! `mcp/notification-as-request`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method, short};
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That `notifications/…` is not carried as a request.
    /// ## Why it matters
    /// A notification expects no reply. As a request it leaves its sender waiting.
    /// ## What to do
    /// Leave the id out and carry the object as `BRIDGE_NOTIFY`.
    pub static NOTIFICATION_AS_REQUEST = {
        id: "mcp/notification-as-request", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "4.3", scope: Frame, fault: Sender,
        check: Message(check, Request),
        fixtures: [
            "a notification with an id" => 1, |s| {
                s.mcp_session().request(C2s, "notifications/roots/list_changed", "9", "").respond(S2c, "9", "{}");
            };
            "a notification without" => 0, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = message.json.filter(|_| is_mcp(message) && message.kind == Kind::Request) else { return };
    let name = method(message);
    if json.id.is_some() && name.starts_with(b"notifications/") {
        let place = json.method.map(|token| Place::Foreign(token.span));
        sink.report(place, format!("{} is carried as a request", short(&name))).evidence("method", short(&name));
    }
}

//! `mcp/notification-direction`

use crate::bridge::mapping::{Caller, Form};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method, short};
use crate::rules::sessions::session;
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a notification that only one role sends comes from that role.
    /// ## Why it matters
    /// The receiver has no use for it, or acts on what its sender cannot know.
    /// ## What to do
    /// Look which side opened the session.
    pub static NOTIFICATION_DIRECTION = {
        id: "mcp/notification-direction", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "4.3", scope: Association, fault: Sender,
        check: Message(check, Notify),
        fixtures: [
            "the client says that tools changed" => 1, |s| {
                s.mcp_session().notify(C2s, "notifications/tools/list_changed", "");
            };
            "both sides report progress" => 0, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
                s.notify(S2c, "notifications/tools/list_changed", "");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let notifies = is_mcp(message) && message.kind == Kind::Notify && !message.frame.is_replay();
    let Some(client) = session(message).role().filter(|_| notifies) else { return };
    let name = method(message);
    let listed = message.listed.filter(|method| method.form == Form::Notify);
    let wrong = match listed.map(|method| method.caller) {
        Some(Caller::Client) => message.frame.direction != client,
        Some(Caller::Server) => message.frame.direction == client,
        Some(Caller::Either) | None => false,
    };
    if wrong {
        let role = if message.frame.direction == client { "client" } else { "server" };
        let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
        sink.report(place, format!("the {role} sends {}", short(&name))).evidence("method", short(&name));
    }
}

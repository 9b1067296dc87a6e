//! `mcp/request-as-notification`

use crate::bridge::mapping::Form;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, method, short};
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a method that MCP lists as a request is not sent without id as a notification.
    /// ## Why it matters
    /// It cannot be answered, so nobody learns whether it was done.
    /// ## What to do
    /// Give the object an id and carry it as `BRIDGE_REQUEST`.
    pub static REQUEST_AS_NOTIFICATION = {
        id: "mcp/request-as-notification", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "4.1", scope: Frame, fault: Sender,
        check: Message(check, Notify),
        fixtures: [
            "tools/call without id" => 1, |s| {
                s.mcp_session().notify(C2s, "tools/call", r#"{"name":"read_file"}"#);
            };
            "a notification that MCP lists" => 0, |s| {
                s.mcp_session().notify(S2c, "notifications/message", r#"{"level":"info","data":"x"}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = message.json.filter(|json| is_mcp(message) && message.kind == Kind::Notify && json.id.is_none()) else { return };
    let name = method(message);
    let listed = message.listed.is_some_and(|method| method.form == Form::Request);
    if listed && json.method.is_some() {
        let place = json.method.map(|token| Place::Foreign(token.span));
        sink.report(place, format!("{} is sent as a notification", short(&name))).evidence("method", short(&name));
    }
}

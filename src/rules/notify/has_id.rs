//! `notify/has-id`

use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That the object in a notification frame has no `id` member, null included.
    /// ## Why it matters
    /// With an id it is a request: the endpoint behind answers, and the frame leaves no way back.
    /// ## What to do
    /// Carry an object with an id as `BRIDGE_REQUEST`, one without as `BRIDGE_NOTIFY`.
    pub static HAS_ID = {
        id: "notify/has-id", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "7", scope: Frame, fault: Sender,
        check: Message(check, Notify),
        fixtures: [
            "a notification with a null id" => 1 also ["mcp/cancel-unknown"], |s| {
                let object = r#"{"jsonrpc":"2.0","id":null,"method":"notifications/cancelled","params":{"requestId":3}}"#;
                s.mcp_session().bridge(C2s, BridgeSpec::notify(Protocol::MCP, "notifications/cancelled", object));
            };
            "an id inside the parameters" => 0, |s| {
                s.mcp_session().notify(S2c, "notifications/message", r#"{"level":"info","data":{"id":7}}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = message.json.filter(|json| message.kind == Kind::Notify && pairs(message) && json.method.is_some()) else { return };
    let Some(id) = json.id else { return };
    let text = format!("the object in a notification has id {}", short(json.raw(id)));
    sink.report(Some(Place::Foreign(id.span)), text).evidence("id", short(json.raw(id)));
}

//! `jsonrpc/request-no-id`

use crate::rules::carried::{pairs, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That the object of a request has an `id`.
    /// ## Why it matters
    /// Without one it is a notification: the endpoint will not answer, and the requester waits for ever.
    /// ## What to do
    /// Carry an object without id as `BRIDGE_NOTIFY`.
    pub static REQUEST_NO_ID = {
        id: "jsonrpc/request-no-id", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Requester,
        check: Message(check, OddShape),
        fixtures: [
            "a request without id" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","method":"tasks/get","params":{"id":"t-1"}}"#));
            };
            "the id null" => 0 also ["jsonrpc/request-id-null"], |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":null,"method":"tasks/get","params":{"id":"t-1"}}"#));
                answer_as(s, "7", "null");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let asks = message.kind == Kind::Request && pairs(message);
    if plain_call(message).is_some_and(|json| asks && json.id.is_none()) {
        sink.report(Some(message.foreign_place()), "the object of the request has no id");
    }
}

//! `jsonrpc/request-id-type`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That the id of a request is a string, a number or null.
    /// ## Why it matters
    /// JSON-RPC has no other ids; endpoints refuse the request or answer with id null.
    /// ## What to do
    /// Use a string or an integer.
    pub static REQUEST_ID_TYPE = {
        id: "jsonrpc/request-id-type", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Requester,
        check: Message(check, OddShape),
        fixtures: [
            "an id that is an array" => 1, |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":[7],"method":"tasks/get","params":{"id":"t-1"}}"#));
                answer_as(s, "7", "[7]");
            };
            "an id that is a string" => 0, |s| {
                ask(s, "\"7\"");
                answer(s, "\"7\"");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| message.kind == Kind::Request && !is_memofs_call(message)) else { return };
    let Some(id) = json.id else { return };
    if matches!(id.kind, Json::True | Json::False | Json::Object | Json::Array) {
        let found = short(json.raw(id));
        sink.report(at(id), format!("the id of the request is the {} {found}", id.kind.name())).evidence("id", found);
    }
}

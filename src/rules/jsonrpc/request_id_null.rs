//! `jsonrpc/request-id-null`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether the id of a request is null.
    /// ## Why it matters
    /// It is legal, but only the correlation tells such requests apart.
    /// ## What to do
    /// Use a string or an integer.
    pub static REQUEST_ID_NULL = {
        id: "jsonrpc/request-id-null", severity: Note, certainty: Certain,
        clause: May CC_JSONRPC "8.4", scope: Frame, fault: Requester,
        check: Message(check, OddShape),
        fixtures: [
            "an id that is null" => 1, |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":null,"method":"tasks/get","params":{"id":"t-1"}}"#));
                answer_as(s, "7", "null");
            };
            "an id that is the string null" => 0, |s| {
                ask(s, "\"null\"");
                answer(s, "\"null\"");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| message.kind == Kind::Request) else { return };
    let Some(id) = json.id else { return };
    if id.kind == Json::Null {
        let found = short(json.raw(id));
        sink.report(at(id), "the id of the request is null").evidence("id", found);
    }
}

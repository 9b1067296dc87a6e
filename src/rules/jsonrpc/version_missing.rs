//! `jsonrpc/version-missing`

use crate::bridge::carriage::jsonrpc::{Invalid, MessageKind, Version};
use crate::codec::json::token::Kind as Json;
use crate::rules::carried::object;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the object has the member `jsonrpc`. Objects that have none of the members of a request or reply are left to the
    /// rules about those.
    /// ## Why it matters
    /// Endpoints refuse the object or take it for JSON-RPC 1.0.
    /// ## What to do
    /// Carry objects of JSON-RPC 2.0, exactly as they were made.
    pub static VERSION_MISSING = {
        id: "jsonrpc/version-missing", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a request without it" => 1 also ["jsonrpc/version-not-rejected"], |s| {
                asked(s, get(r#"{"id":7,"method":"tasks/get","params":{"id":"t-1"}}"#));
            };
            "a transport error as a JSON object" => 0 also ["error/transport-layout-nonreference"], |s| {
                replied(s, error(r#"{"code":4,"name":"NotDelivered","message":"no route"}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = object(message).filter(|json| json.version == Version::Absent && !is_memofs_call(message)) else { return };
    let shapeless = json.kind == MessageKind::Invalid(Invalid::Shapeless);
    let error_text = message.slot.is_some() && json.error.is_some_and(|error| error.kind == Json::String);
    let bare_result = message.slot.is_some() && json.error.is_none();
    if !(shapeless || error_text || bare_result && json.id.is_none()) {
        sink.report(Some(message.foreign_place()), "the object has no member jsonrpc");
    }
}

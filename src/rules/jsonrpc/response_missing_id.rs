//! `jsonrpc/response-missing-id`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::carried::object;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a reply has an `id`.
    /// ## Why it matters
    /// The client behind cannot match it, although the correlation can.
    /// ## What to do
    /// Carry the reply exactly as the endpoint made it.
    pub static RESPONSE_MISSING_ID = {
        id: "jsonrpc/response-missing-id", severity: Error, certainty: Certain,
        clause: Must JSONRPC "5", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "a result without id" => 1, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","result":{"kind":"task"}}"#));
            };
            "an error without id" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","error":{"code":-32001,"message":"no such task"}}"#));
            };
            "an error whose id is null" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "null", -32700);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let whole = message.kind.is_reply() && !matches!(message.slot, Some(ErrorSlot::ForeignBad(_)));
    let Some(json) = object(message).filter(|json| whole && json.id.is_none() && json.method.is_none()) else { return };
    if json.result.is_some() || json.error.is_some() {
        sink.report(Some(message.foreign_place()), "the reply has no id");
    }
}

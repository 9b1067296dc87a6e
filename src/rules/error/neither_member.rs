//! `error/neither-member`

use crate::bridge::carriage::jsonrpc::{Invalid, MessageKind};
use crate::rules::carried::reply;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_memofs, is_toa};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a reply has a result or an error.
    /// ## Why it matters
    /// The client cannot tell how the call ended.
    /// ## What to do
    /// Carry the reply exactly as the endpoint made it. A result that is undefined must be null.
    pub static NEITHER_MEMBER = {
        id: "error/neither-member", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "neither" => 1, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7}"#));
            };
            "a bare error object" => 1, |s| {
                replied(s, error(r#"{"status":500,"message":"failed"}"#));
            };
            "a null result" => 0, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":null}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let shapeless = MessageKind::Invalid(Invalid::Shapeless);
    let spoken_for = message.kind == Kind::Response && (is_toa(message) || is_memofs(message));
    if reply(message).is_some_and(|json| json.kind == shapeless && !spoken_for) {
        let text = "the reply has neither a result nor an error";
        sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
    }
}

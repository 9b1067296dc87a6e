//! `error/both-members`

use crate::bridge::carriage::jsonrpc::{Invalid, MessageKind};
use crate::rules::carried::object;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a reply has a result or an error and not both, null included.
    /// ## Why it matters
    /// Clients disagree whether the call succeeded.
    /// ## What to do
    /// Carry the one that holds.
    pub static BOTH_MEMBERS = {
        id: "error/both-members", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "result and error" => 1, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1000,"message":"x"}}"#));
            };
            "a null result beside an error" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"result":null,"error":{"code":1000,"message":"x"}}"#));
            };
            "a null result" => 0, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":null}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let both = MessageKind::Invalid(Invalid::ResultAndError);
    if object(message).is_some_and(|json| message.kind.is_reply() && json.kind == both) {
        sink.report(Some(message.foreign_place()), "the reply has a result and an error");
    }
}

//! `error/error-carries-result`

use crate::rules::carried::{at, reply};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That an error reply carries no result. An object with result and error is error/both-members.
    /// ## Why it matters
    /// A requester that looks at the frame type takes the success for a failure.
    /// ## What to do
    /// Carry results as `BRIDGE_RESPONSE`.
    pub static ERROR_CARRIES_RESULT = {
        id: "error/error-carries-result", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "6", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "a result in an error" => 1, |s| {
                replied(s, error(RESULT));
            };
            "a result inside the data of an error" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"bad params","data":{"result":{}}}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = reply(message).filter(|_| message.kind == Kind::Error) else { return };
    let Some(result) = json.result.filter(|_| json.error.is_none() && json.method.is_none()) else { return };
    sink.report(at(result), "an error reply carries a result").evidence("length", result.span.len());
}

//! `error/response-carries-error`

use crate::rules::carried::{at, reply};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a success reply carries no error object. An object with result and error is error/both-members.
    /// ## Why it matters
    /// A requester that looks at the frame type takes the failure for a success.
    /// ## What to do
    /// Carry errors as `BRIDGE_ERROR`. A tool result that says isError is no error object.
    pub static RESPONSE_CARRIES_ERROR = {
        id: "error/response-carries-error", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "an error in a response" => 1, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"bad params"}}"#));
            };
            "a tool result that says isError" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.respond(S2c, "9", r#"{"content":[],"isError":true}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = reply(message).filter(|_| message.kind == Kind::Response) else { return };
    let Some(error) = json.error.filter(|_| json.result.is_none() && json.method.is_none()) else { return };
    sink.report(at(error), "a success reply carries a JSON-RPC error").evidence("length", error.span.len());
}

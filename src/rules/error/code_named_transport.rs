//! `error/code-named-transport`

use crate::rules::carried::{at, error_object};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::naming::names;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// That a failure of the transport is not written as an error of the endpoint: a JSON-RPC error with a transport code of
    /// N-PAMP whose message or data spells the name of that code.
    /// ## Why it matters
    /// The requester believes that the endpoint answered, and may treat the request as executed.
    /// ## What to do
    /// Send a transport error.
    pub static CODE_NAMED_TRANSPORT = {
        id: "error/code-named-transport", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "6", scope: Exchange, fault: Unknown,
        check: Message(check, Error),
        fixtures: [
            "NotDelivered as a JSON-RPC error" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":4,"message":"NotDelivered"}}"#));
            };
            "the code of one and the name of another" => 0 also ["error/code-is-transport"], |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":3,"message":"NotDelivered"}}"#));
            };
            "a transport error" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "NotDelivered");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = error_object(message) else { return };
    let Some(code) = error.code_value(json.octets).and_then(|code| u8::try_from(code).ok()).map(TransportCode) else { return };
    let Some(name) = code.name().filter(|name| names(json, error, name)) else { return };
    let text = format!("the transport failure {name} is written as a JSON-RPC error with code {}", code.0);
    sink.report(at(error.token), text).evidence("code", code.0).evidence("name", name);
}

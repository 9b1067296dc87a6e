//! `error/message-not-string`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, error_object};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a foreign error has a message, and that it is a string.
    /// ## Why it matters
    /// Clients show the message; some refuse the reply without one.
    /// ## What to do
    /// Pass the error object of the endpoint on, octet for octet.
    pub static MESSAGE_NOT_STRING = {
        id: "error/message-not-string", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "6", scope: Frame, fault: Unknown,
        check: Message(check, Error),
        fixtures: [
            "a message that is an object" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":{"text":"x"}}}"#));
            };
            "no message" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601}}"#));
            };
            "an empty message" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":""}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((_, error)) = error_object(message) else { return };
    match error.message {
        Some(text) if text.kind == Json::String => {}
        Some(other) => _ = sink.report(at(other), format!("the message of the foreign error is of type {}", other.kind.name())),
        None if error.code.is_none() => {}
        None => _ = sink.report(at(error.token), "the foreign error has no message"),
    }
}

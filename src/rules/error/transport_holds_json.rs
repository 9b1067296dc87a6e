//! `error/transport-holds-json`

use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;
use crate::rules::naming::holds_json;

declare_rule! {
    /// ## What it checks
    /// That the message of a transport error holds no JSON object: an error of the endpoint, reduced to text.
    /// ## Why it matters
    /// The error of the endpoint reaches the requester as a failure of the transport.
    /// ## What to do
    /// Pass the error object of the endpoint on, octet for octet, in place of the transport error.
    pub static TRANSPORT_HOLDS_JSON = {
        id: "error/transport-holds-json", severity: Error, certainty: Certain,
        clause: Must BRIDGE "6", scope: Frame, fault: Intermediary,
        check: Message(check, Error),
        fixtures: [
            "a JSON-RPC error in the message" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, r#"upstream: {"code":-32602,"message":"bad params"}"#);
            };
            "a message with braces" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "no route to {archive}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(span) = holds_json(message).filter(|_| !message.frame.is_replay()) else { return };
    sink.report(foreign(span), "the message of the transport error holds a JSON object").evidence("length", span.len());
}

//! `jsonrpc/method-missing`

use crate::bridge::carriage::jsonrpc::{Invalid, MessageKind};
use crate::rules::carried::{at, call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the object of a request or notification has a method, and that it is a string.
    /// ## Why it matters
    /// The endpoint does not know what is asked.
    /// ## What to do
    /// Carry the object exactly as it was made.
    pub static METHOD_MISSING = {
        id: "jsonrpc/method-missing", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "no method" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"params":{"id":"t-1"}}"#));
            };
            "a method that is a number" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":7,"params":{"id":"t-1"}}"#));
            };
            "a response in its place is another defect" => 0 also ["jsonrpc/wrong-object"], |s| {
                asked(s, get(RESULT));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = call(message).filter(|_| !is_memofs_call(message)) else { return };
    match (json.kind, json.method) {
        (MessageKind::Invalid(Invalid::Shapeless), _) => {
            sink.report(Some(message.foreign_place()), "the object has no method");
        }
        (MessageKind::Invalid(Invalid::MethodType), Some(method)) => {
            let text = format!("the method of the object is a value of type {}", method.kind.name());
            sink.report(at(method), text);
        }
        _ => {}
    }
}

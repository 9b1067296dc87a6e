//! `jsonrpc/wrong-object`

use crate::bridge::carriage::jsonrpc::{Invalid, JsonRpc, MessageKind};
use crate::rules::carried::{object, pairs};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That requests and notifications carry calls and replies carry replies, and that no object is both.
    /// ## Why it matters
    /// The receiver hands a reply to an endpoint as a call, or the other way round.
    /// ## What to do
    /// Choose the frame type by the object. An error in a notification is left to notify/failure-reported.
    pub static WRONG_OBJECT = {
        id: "jsonrpc/wrong-object", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4 to 7", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "a response in a request" => 1, |s| {
                asked(s, get(RESULT));
            };
            "a request in a response" => 1, |s| {
                replied(s, result(GET));
            };
            "an object with method and result" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","result":{}}"#));
            };
            "a result that mentions a method" => 0, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"task","method":"tasks/get"}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = object(message).filter(|_| pairs(message)) else { return };
    if let Some(text) = wrong(message.kind, json) {
        sink.report(Some(message.foreign_place()), text).evidence("object", json.kind.name());
    }
}

fn wrong(kind: Kind, json: &JsonRpc<'_>) -> Option<&'static str> {
    let call = matches!(kind, Kind::Request | Kind::Notify);
    match json.kind {
        _ if kind.is_stream() => None,
        MessageKind::Invalid(Invalid::RequestAndReply) => Some("the object has a method and is a reply as well"),
        MessageKind::Request | MessageKind::Notification | MessageKind::Invalid(Invalid::MethodType) if !call => {
            Some("a reply carries a call")
        }
        MessageKind::Error if kind == Kind::Notify => None,
        MessageKind::Response | MessageKind::Error | MessageKind::Invalid(Invalid::ResultAndError) if call => {
            Some(if kind == Kind::Request { "a request carries a reply" } else { "a notification carries a reply" })
        }
        _ => None,
    }
}

//! `error/free-text`

use crate::bridge::transport_error::ErrorSlot;
use crate::codec::json::token::Kind as Json;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::may_be_foreign;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That an error reply holds the error object of the endpoint or a transport error, and not mere text: plain, as a JSON
    /// string, or as the value of `error`.
    /// ## Why it matters
    /// Code and data of the error are lost; a client can show the text, but not act on it.
    /// ## What to do
    /// Pass the error object of the endpoint on, octet for octet.
    pub static FREE_TEXT = {
        id: "error/free-text", severity: Error, certainty: Certain,
        clause: Must BRIDGE "6", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "plain text" => 1, |s| {
                replied(s, error("it went wrong"));
            };
            "a JSON string" => 1, |s| {
                replied(s, error(r#""it went wrong""#));
            };
            "an error member that is a string" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":"it went wrong"}"#));
            };
            "text in the message of an error object" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"it went wrong"}}"#));
            };
            "text under a protocol whose errors may be text" => 0, |s| {
                s.bridge(C2s, get(GET).protocol(0x40).method("x").foreign([1, 2]).content_type(2));
                s.bridge(S2c, BridgeSpec::error(Protocol(0x40), "7", "it went wrong"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let what = match message.slot.filter(|_| !message.frame.is_replay()) {
        Some(ErrorSlot::FreeText) => "text instead of an error",
        Some(ErrorSlot::Scalar(_)) => "a bare JSON value instead of an error",
        Some(ErrorSlot::Foreign(json) | ErrorSlot::ForeignBad(json)) if is_text(json.error) => "an error member that is a string",
        _ => return,
    };
    let draft = sink.report(Some(message.foreign_place()), format!("the error reply holds {what}"));
    let draft = draft.evidence("length", message.foreign().len());
    if may_be_foreign(message) {
        draft.at_most(Severity::Note);
    }
}

fn is_text(error: Option<crate::codec::json::token::Token>) -> bool {
    error.is_some_and(|error| error.kind == Json::String)
}

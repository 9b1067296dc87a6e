//! `a2a/http-in-foreign`

use crate::bridge::carriage::jsonrpc::embedded::Embedded;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_a2a;

declare_rule! {
    /// ## What it checks
    /// That a message of A2A is carried without the request line, status line or header fields of HTTP.
    /// ## Why it matters
    /// The agent gets text where it expects an object.
    /// ## What to do
    /// Carry the object alone.
    pub static HTTP_IN_FOREIGN = {
        id: "a2a/http-in-foreign", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a request with its header fields" => 1, |s| {
                asked(s, get(format!("POST /a2a HTTP/1.1\r\nHost: archive.example\r\n\r\n{GET}")));
            };
            "a status line before a response" => 1, |s| {
                replied(s, result(format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{RESULT}")));
            };
            "such text inside a string" => 0, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":{"text":"POST / HTTP/1.1\\r\\nHost: x"}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if is_a2a(message) && text_fault(message) == Some(TextFault::Embedded(Embedded::Http)) {
        let text = "the foreign message is an HTTP message, not the object in it";
        sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
    }
}

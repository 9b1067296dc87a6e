//! `jsonrpc/not-utf8`

use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the strings of the object are UTF-8: no overlong forms, no surrogates, no other encoding.
    /// ## Why it matters
    /// Receivers replace or refuse such octets, so they read different texts.
    /// ## What to do
    /// Encode text as UTF-8 where it is made; a carrier passes the octets through.
    pub static NOT_UTF8 = {
        id: "jsonrpc/not-utf8", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a Latin-1 letter" => 1, |s| {
                asked(s, get(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tasks/get\",\"params\":{\"id\":\"caf\xE9\"}}"));
            };
            "the letter in UTF-8" => 0, |s| {
                asked(s, get("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tasks/get\",\"params\":{\"id\":\"café\"}}"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(TextFault::NotUtf8)) = (message.json, text_fault(message)) else { return };
    let Some(span) = json.scan.not_utf8 else { return };
    sink.report(foreign(span), "a string of the object is not UTF-8")
        .evidence("octets_hex", span.of(json.octets))
        .evidence("offset", span.start);
}

//! `text/invalid`

use crate::base::span::ByteSpan;
use crate::bridge::envelope::content_type;
use crate::codec::json::scan::{Bounds, Scan, scan};
use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the strings of a JSON text are UTF-8 without halves of surrogate pairs, where no other rule speaks of it: in messages of
    /// protocols that nothing is known of, and in texts that are no single object.
    /// ## Why it matters
    /// Readers replace such octets, keep them or refuse the message. They are shown escaped.
    /// ## What to do
    /// Write text in UTF-8.
    pub static INVALID = {
        id: "text/invalid", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "Latin 1 under a private identifier" => 1 also ["bridge/protocol-private", "exchange/unanswered"], |s| {
                s.bridge(C2s, get(b"{\"name\":\"caf\xE9\"}").protocol(0x90).method("menu"));
            };
            "half of a surrogate pair in an array" => 1 also ["jsonrpc/batch"], |s| {
                asked(s, get(r#"[{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"\ud800"}}]"#));
            };
            "where jsonrpc/not-utf8 speaks" => 0 also ["jsonrpc/not-utf8"], |s| {
                asked(s, get(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tasks/get\",\"params\":{\"id\":\"caf\xE9\"}}"));
            };
            "octets that are no JSON" => 0, |s| {
                s.bridge(C2s, get([b'{', 0xE9, 0x80]).protocol(0x90).method("menu").content_type(3));
            };
            "UTF-8 under a private identifier" => 0, |s| {
                s.bridge(C2s, get("{\"name\":\"caf\u{e9}\"}").protocol(0x90).method("menu"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let odd = if message.json.is_some() { of_odd_text(message) } else { of_unknown(message) };
    let Some(span) = odd.filter(|_| !message.frame.is_replay()) else { return };
    let text = "a string is no valid text";
    sink.report(foreign(span), text).evidence("octets_hex", span.of(message.foreign())).evidence("offset", span.start);
}

/// In a JSON-RPC text whose first fault is another one.
fn of_odd_text(message: &MessageCtx<'_>) -> Option<ByteSpan> {
    let json = message.json?;
    match text_fault(message)? {
        TextFault::Bom => json.scan.not_utf8,
        TextFault::Batch | TextFault::NotObject => invalid(&json.scan),
        _ => None,
    }
}

/// In a message that declares itself JSON, under an identifier of which nothing is known.
fn of_unknown(message: &MessageCtx<'_>) -> Option<ByteSpan> {
    let declared = message.slot.is_none() && message.payload.head.content_type == Some(content_type::JSON);
    let octets = message.foreign();
    let begins = matches!(octets.trim_ascii_start().first(), Some(b'{' | b'['));
    let suspect = || std::str::from_utf8(octets).is_err() || memchr::memmem::find(octets, b"\\u").is_some();
    if !declared || !begins || !suspect() {
        return None;
    }
    let found = scan(octets, Bounds::default(), |_| {});
    let whole = found.fault.is_none() && matches!(found.kind, Some(Json::Object | Json::Array));
    if whole { invalid(&found) } else { None }
}

fn invalid(scan: &Scan) -> Option<ByteSpan> {
    scan.not_utf8.or(scan.lone_surrogate)
}

//! `jsonrpc/lone-surrogate`

use crate::rules::carried::object;
use crate::rules::context::foreign;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a string escapes one half of a surrogate pair without the other.
    /// ## Why it matters
    /// It spells no character: readers replace it, keep it or refuse the message, and the envelope cannot name such a method.
    /// ## What to do
    /// Escape whole characters.
    pub static LONE_SURROGATE = {
        id: "jsonrpc/lone-surrogate", severity: Warning, certainty: Certain,
        clause: Should JSON "8.2", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a lone high surrogate" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"\ud800"}}"#));
            };
            "a pair" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"\ud83d\ude00"}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, span)) = object(message).and_then(|json| Some((json, json.scan.lone_surrogate?))) else { return };
    sink.report(foreign(span), "a string escapes half of a surrogate pair")
        .evidence("octets_hex", span.of(json.octets))
        .evidence("offset", span.start);
}

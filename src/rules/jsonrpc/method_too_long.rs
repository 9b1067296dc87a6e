//! `jsonrpc/method-too-long`

use crate::rules::carried::plain_call;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the method is longer than the 255 octets that an envelope can hold, so that the envelope names only its
    /// beginning.
    /// ## Why it matters
    /// Two such methods look alike in the envelope, and no encoding of them is legal.
    /// ## What to do
    /// Use shorter names.
    pub static METHOD_TOO_LONG = {
        id: "jsonrpc/method-too-long", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "4 (A-33)", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "a method of 300 octets" => 1 also ["safety/missing-unknown-method", "safety/failsafe-applied"], |s| {
                let long = format!("x/{}", "a".repeat(298));
                asked(s, get(format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{long}"}}"#)).method(&long[..255]));
            };
            "a method of 255 octets" => 0, |s| {
                let long = format!("x/{}", "a".repeat(253));
                asked(s, get(format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{long}"}}"#)).method(&long));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(envelope)) = (plain_call(message), message.envelope) else { return };
    let Some(own) = json.method_text().filter(|own| envelope.is_cut_of(own)) else { return };
    let text = format!("the method of the object has {} octets, the envelope holds the first {}", own.len(), envelope.method.len());
    let draft = sink.report(payload(envelope.method_span()), text).evidence("method", short(&own));
    draft.evidence("length", own.len());
}

//! `bridge/method-control-chars`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the method in the envelope carries line breaks or tabs. Other control characters are left to text/suspicious,
    /// which looks at every text.
    /// ## Why it matters
    /// A line break in a method forges lines in logs.
    /// ## What to do
    /// Find out who composed the name.
    pub static METHOD_CONTROL_CHARS = {
        id: "bridge/method-control-chars", severity: Warning, certainty: Heuristic,
        clause: Should BRIDGE "4", scope: Frame, fault: Sender,
        alternative: "The protocol may have such names.",
        check: Message(check, OddEnvelope),
        fixtures: [
            "a method with a line break" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "a\nb", "7", [1, 2, 3]).content_type(2));
            };
            "a method with a space" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "GET /a b", "7", [1, 2, 3]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| !message.frame.is_replay()) else { return };
    if envelope.method.iter().any(|octet| matches!(octet, b'\t' | b'\n' | b'\r')) {
        let text = format!("the method {} carries control characters", short(envelope.method));
        sink.report(payload(envelope.method_span()), text).evidence("method_hex", envelope.method);
    }
}

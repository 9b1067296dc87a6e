//! `map/ap2-scope-leak`

use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::is_of;

declare_rule! {
    /// ## What it checks
    /// Whether content of a mandate stands in the envelope's method or in the scope of the label.
    /// ## Why it matters
    /// Those are read by everybody who routes; the mandate is meant for its verifier.
    /// ## What to do
    /// Leave the mandate in the document.
    pub static AP2_SCOPE_LEAK = {
        id: "map/ap2-scope-leak", severity: Warning, certainty: Heuristic,
        clause: Must MAP_AP2 "4.1", scope: Frame, fault: Sender,
        alternative: "It may be an identifier that the peers agreed on.",
        check: Dialect(check, Call),
        fixtures: [
            "a mandate in the scope" => 1 also ["exchange/unanswered"], |s| {
                s.map(0x14, "ap2").bridge(C2s, BridgeSpec::request(Protocol(0x14), "mandate-retrieve", "r", [1, 2]).content_type(3).label(Effect::ReadOnly, "{\"amount\":\"10.00\",\"payee\":\"x\"}"));
            };
            "a token in the scope" => 1 also ["exchange/unanswered"], |s| {
                s.map(0x14, "ap2").bridge(C2s, BridgeSpec::request(Protocol(0x14), "mandate-retrieve", "r", [1, 2]).content_type(3).label(Effect::ReadOnly, "eyJhbGciOiJFUzI1NiJ9.eyJhbW91bnQiOjF9.c2ln"));
            };
            "an identifier in the scope" => 0, |s| {
                s.map(0x14, "ap2").bridge(C2s, BridgeSpec::request(Protocol(0x14), "mandate-retrieve", "r", [1, 2]).content_type(3).label(Effect::ReadOnly, "mandate-7"));
            };
        ],
    }
}

/// Whether a text is JSON, or a signed token.
fn is_content(text: &[u8]) -> bool {
    let object = text.contains(&b'{') && text.contains(&b'"');
    let token = text.starts_with(b"eyJ") && text.split(|octet| *octet == b'.').count() >= 3;
    object || token
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| is_of(message, Dialect::Ap2) && !message.frame.is_replay()) else { return };
    let scope = message.payload.label.as_ref().and_then(|part| Some((part.value.as_ref()?.scope, part.span)));
    let fields = [("method", Some((envelope.method, envelope.method_span()))), ("scope", scope)];
    let leak =
        fields.into_iter().find_map(|(name, field)| field.filter(|(text, _)| is_content(text)).map(|(text, span)| (name, text, span)));
    if let Some((name, text, span)) = leak {
        let told = format!("the {name} carries content of a mandate");
        sink.report(payload(span), told).evidence("field", name).evidence("length", text.len());
    }
}

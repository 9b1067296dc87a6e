//! `jsonrpc/params-lifted`

use crate::base::span::ByteSpan;
use crate::rules::carried::plain_call;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the params of the object stand a second time outside it: in the label, the envelope method or an unknown TLV.
    /// ## Why it matters
    /// Parameters may hold secrets, and policy may be decided on a copy that the endpoint never sees.
    /// ## What to do
    /// Carry parameters in the object only. A label may name the tool.
    pub static PARAMS_LIFTED = {
        id: "jsonrpc/params-lifted", severity: Error, certainty: Heuristic,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Sender,
        alternative: "The same text may stand there for a reason of its own.",
        check: Message(check, Call),
        fixtures: [
            "params copied into the scope" => 1, |s| {
                let message = get(GET).label(Effect::ReadOnly, r#"{"id":"t-1"}"#);
                asked(s, message);
            };
            "the scope names the task" => 0, |s| {
                asked(s, get(GET).label(Effect::ReadOnly, "t-1"));
            };
        ],
    }
}

/// Params shorter than this prove nothing when they stand elsewhere too.
const SHORTEST: usize = 8;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, params)) = plain_call(message).and_then(|json| Some((json, json.params?))) else { return };
    let raw = json.raw(params);
    if raw.len() < SHORTEST {
        return;
    }
    let holds = |octets: &[u8]| octets.len() >= raw.len() && memchr::memmem::find(octets, raw).is_some();
    if let Some((_, span)) = outside(message).find(|(octets, _)| holds(octets)) {
        sink.report(payload(span), "the params of the object stand outside it too").evidence("length", raw.len());
    }
}

/// What the message carries outside the object.
fn outside<'a>(message: &MessageCtx<'a>) -> impl Iterator<Item = (&'a [u8], ByteSpan)> {
    let label = message.payload.label.as_ref();
    let scope = label.and_then(|part| Some((part.value.as_ref()?.scope, part.span)));
    let method = message.envelope.map(|envelope| (envelope.method, envelope.method_span()));
    let unknown = message.payload.unknown.iter().map(|tlv| (tlv.value, tlv.span));
    scope.into_iter().chain(method).chain(unknown)
}

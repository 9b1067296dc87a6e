//! `safety/weaker`

use crate::bridge::mapping::{Basis, Method};
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::{evades, is_judged};
use crate::rules::reading::{is_toa, method, short};
use crate::spec::effect::Effect as Class;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a label is not milder than the class that the mapping gives the method.
    /// ## Why it matters
    /// A receiver applies a policy that is too lax: it may repeat what must not be repeated, or not ask.
    /// ## What to do
    /// Use the class of the mapping, or a stronger one.
    pub static WEAKER = {
        id: "safety/weaker", severity: Error, certainty: Certain,
        clause: Must MAP_MCP "6.1", scope: Frame, fault: Requester,
        check: Message(check, Labelled),
        fixtures: [
            "message/send labelled read_only" => 1, |s| {
                s.protocol(Protocol::A2A).request_labelled(C2s, "message/send", "7", r#"{"message":{}}"#, Effect::ReadOnly);
                answer(s, "7");
            };
            "a payment labelled as if nothing were paid" => 1 also ["exchange/unanswered"], |s| {
                let request = BridgeSpec::request(Protocol(0x14), "payment-mandate-submit", "r", "{}").label(Effect::ReadOnly, "");
                s.map(0x14, "ap2").bridge(C2s, request);
            };
            "a run that the deployment can bound, which is worth a note" => 1 also ["exchange/unanswered"], |s| {
                let request = BridgeSpec::request(Protocol(0x35), "run", "r", "{}").label(Effect::ReadOnly, "");
                s.map(0x35, "ag-ui").bridge(C2s, request);
            };
            "a write of MemoFS, whose class is inferred" => 1, |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).request_labelled(C2s, "write", "1", "{}", Effect::ReadOnly);
                gives_null(s);
            };
            "message/send labelled destructive" => 0, |s| {
                s.protocol(Protocol::A2A).request_labelled(C2s, "message/send", "7", r#"{"message":{}}"#, Effect::Destructive);
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(listed), Some(label)) = (message.effect.method, message.declared().and_then(Class::from_code)) else { return };
    let Some(class) = message.effect.class.filter(|class| label < *class && message.effect.tool.is_none()) else { return };
    if !is_judged(message) || is_toa(message) || evades(message) {
        return;
    }
    let name = short(&method(message));
    let text = format!("{name} is {}, its label says {}", class.name(), label.name());
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    let draft = sink.report(place, text).evidence("method", name).evidence("label", label.name()).evidence("required", class.name());
    if let Some(most) = mildness(listed, label) {
        draft.at_most(most);
    }
}

/// How much a class says that is inferred, or that the mapping lets be narrowed so far; freely where nothing is too mild.
fn mildness(listed: &Method, label: Class) -> Option<Severity> {
    match listed.min_effect {
        Some(Class::ReadOnly) => Some(Severity::Note),
        Some(least) if label >= least => Some(Severity::Warning),
        _ => (listed.basis == Basis::Derived).then_some(Severity::Warning),
    }
}

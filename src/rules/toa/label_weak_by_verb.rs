//! `toa/label-weak-by-verb`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::dialects::has_verb;
use crate::rules::fixture::*;
use crate::rules::labels::{evades, is_judged};
use crate::rules::reading::{is_toa, short};
use crate::spec::effect::Effect as Class;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a label is not milder than the class of the verb. A DELETE labelled `idempotent_write` is worth a note: destructive is
    /// recommended.
    /// ## Why it matters
    /// A receiver applies a policy that is too lax.
    /// ## What to do
    /// Label the call by its verb, or stronger.
    pub static LABEL_WEAK_BY_VERB = {
        id: "toa/label-weak-by-verb", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "7", scope: Frame, fault: Requester,
        check: Dialect(check, Labelled),
        fixtures: [
            "POST labelled read_only" => 1, |s| {
                toa_as(s, "pots/POST", r#"{"title":"x"}"#, Effect::ReadOnly);
                gives_null(s);
            };
            "DELETE labelled idempotent_write, which is a note" => 1, |s| {
                toa_as(s, "pots/_id/DELETE", r#"{"id":"a"}"#, Effect::IdempotentWrite);
                gives_null(s);
            };
            "DELETE labelled destructive" => 0, |s| {
                toa_as(s, "pots/_id/DELETE", r#"{"id":"a"}"#, Effect::Destructive);
                gives_null(s);
            };
            "PUT labelled idempotent_write" => 0, |s| {
                toa_as(s, "pots/_id/PUT", r#"{"id":"a","title":"x"}"#, Effect::IdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = is_toa(message) && is_judged(message) && !evades(message);
    let (Some(class), Some(label)) = (message.effect.class.filter(|_| judged), message.declared().and_then(Class::from_code)) else {
        return;
    };
    let deletes = has_verb(message, &["DELETE"]) && label == Class::IdempotentWrite;
    if label >= class && !deletes {
        return;
    }
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    let wanted = if deletes { Class::Destructive } else { class };
    let text = format!("{} is {} by its verb, its label says {}", short(message.method), wanted.name(), label.name());
    let draft = sink.report(place, text).evidence("method", short(message.method)).evidence("label", label.name());
    let draft = draft.evidence("required", wanted.name());
    if label >= class {
        draft.at_most(Severity::Note);
    }
}

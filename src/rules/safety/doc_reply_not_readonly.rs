//! `safety/doc-reply-not-readonly`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, is_document};
use crate::session::arrival::Kind;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether the label of a served document says anything but `read_only`.
    /// ## Why it matters
    /// A document is read; a receiver that believes the label refuses it.
    /// ## What to do
    /// Label the parts of a document `read_only`.
    pub static DOC_REPLY_NOT_READONLY = {
        id: "safety/doc-reply-not-readonly", severity: Warning, certainty: Heuristic,
        clause: Should CC_DOC "9", scope: Frame, fault: Responder,
        alternative: "The label may repeat that of the request.",
        check: Message(check, Labelled),
        fixtures: [
            "a card that is said to destroy" => 1, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                s.bridge(S2c, result(RESULT).label(Effect::Destructive, ""));
            };
            "a card that is read" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                s.bridge(S2c, result(RESULT).label(Effect::ReadOnly, ""));
            };
            "a label on another reply" => 0 also ["safety/on-reply"], |s| {
                replied(s, result(RESULT).label(Effect::Destructive, ""));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let serves = answered(message).is_some() && is_document(message) && message.kind != Kind::Error;
    let above = message.declared().filter(|effect| *effect > Class::ReadOnly.code() && serves);
    let (Some(effect), Some(part)) = (above, message.payload.label.as_ref()) else { return };
    sink.report(payload(part.span), "the label of a document does not say that it is read").evidence("effect", effect);
}

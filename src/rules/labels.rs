//! Which missing labels are violations [rules 7.2].

use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::mapping::{Basis, Dialect, Duty, Method};
use crate::codec::json::token::Kind as Json;
use crate::rules::context::{Draft, MessageCtx, Sink, payload};
use crate::rules::reading::{heard_all, method, short};
use crate::session::arrival::Kind;
use crate::session::link::Role;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect;
use crate::store::finding::Place;

/// Why a request without label should have had one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missing {
    /// The envelope names a milder method than the object.
    Evasion,
    /// The mapping says that the sender MUST attach one.
    Must,
    /// The mapping says that the sender SHOULD attach one.
    Should,
    /// The mapping does not know the method.
    UnknownMethod,
    /// The tool changes state, or a complete listing does not have it.
    ToolMutating,
    /// Nothing is known of the tool.
    ToolUnseen,
    /// The tool says that it only reads.
    ToolReadonly,
}

/// Why the message lacks a label; `None` when it has one, be it unreadable, or owes none.
pub(super) fn missing(message: &MessageCtx<'_>) -> Option<Missing> {
    if message.payload.label.is_some() || !is_judged(message) {
        return None;
    }
    if evades(message) {
        return Some(Missing::Evasion);
    }
    let Some(listed) = message.effect.method else {
        return Some(Missing::UnknownMethod);
    };
    match (message.effect.tool, listed.label) {
        (Some(view), Duty::Must) => Some(of_tool(&view, heard_all(message))).filter(|why| *why != Missing::ToolReadonly || agrees(message)),
        (_, Duty::Must) if !resumes_labelled(message) => {
            message.effect.class.is_none_or(|class| class > Effect::ReadOnly).then_some(Missing::Must)
        }
        (_, Duty::Should) => Some(Missing::Should),
        _ => None,
    }
}

/// Whether envelope and object name the same method: where they do not, another rule speaks of it, and this is not worth a word more.
fn agrees(message: &MessageCtx<'_>) -> bool {
    message.envelope.is_some_and(|envelope| *method(message) == *envelope.method)
}

/// A later listing that was lost may have changed what is known of the tool.
fn of_tool(view: &ToolView, heard: bool) -> Missing {
    match view {
        ToolView::Known { tool, .. } if tool.class == Effect::ReadOnly => Missing::ToolReadonly,
        ToolView::Unseen | ToolView::Absent { stale: true, .. } | ToolView::Known { stale: true, .. } => Missing::ToolUnseen,
        _ if !heard => Missing::ToolUnseen,
        ToolView::Absent { stale: false, .. } | ToolView::Known { stale: false, .. } => Missing::ToolMutating,
    }
}

/// Whether the request resumes a stream whose own request was labelled: a rule of its own speaks of the missing label.
pub(super) const fn resumes_labelled(message: &MessageCtx<'_>) -> bool {
    matches!(message.link.role, Role::Resume { known: true, label: Some(_), .. })
}

/// Whether the label of the message is judged by its method: of a mapped request whose method can be read, in whatever class but
/// HTTP, whose message says itself what it does.
pub(super) fn is_judged(message: &MessageCtx<'_>) -> bool {
    match message.class {
        CarriageClass::JsonRpc => own_method(message).is_some(),
        CarriageClass::Http | CarriageClass::Unmapped => false,
        _ => {
            let listed = message.mapping.is_some_and(|mapping| !mapping.methods.is_empty());
            let asks = message.kind == Kind::Request && message.envelope.is_some() && !message.frame.is_replay();
            listed && asks && !message.method.is_empty()
        }
    }
}

/// Whether a class is inferred, and so is what a finding about it says.
pub(super) fn is_inferred(message: &MessageCtx<'_>) -> bool {
    message.effect.method.is_some_and(|method| method.basis == Basis::Derived) || message.effect.class.is_none()
}

/// Whether the dialect of the message has rules of its own about labels.
pub(super) fn is_spoken_for(message: &MessageCtx<'_>) -> bool {
    matches!(message.dialect(), Dialect::Toa | Dialect::MemoFs)
}

/// The object of a mapped request whose method can be read.
pub(super) fn own_method<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    let asks = message.kind == Kind::Request && message.mapping.is_some() && !message.frame.is_replay();
    message.json.filter(|json| {
        asks && json.scan.fault.is_none() && json.method.is_some_and(|token| token.kind == Json::String) && !message.method.is_empty()
    })
}

/// The class that the object's method demands; of a tool of which nothing is known the worst.
pub(super) fn demanded(message: &MessageCtx<'_>) -> Option<Effect> {
    let worst = message.effect.tool.map(|_| Effect::Destructive);
    message.effect.class.or(worst)
}

/// Whether the envelope names a method of a milder class than the object, and the label is absent or follows the envelope.
pub(super) fn evades(message: &MessageCtx<'_>) -> bool {
    let (Some(envelope), Some(demanded)) = (message.envelope, demanded(message)) else { return false };
    let agrees = |json: &JsonRpc<'_>| json.repeated.is_empty() && *message.method == *envelope.method;
    if own_method(message).is_none_or(|json| agrees(json) || json.methods().all(|method| *method == *envelope.method)) {
        return false;
    }
    let named = message.mapping.and_then(|mapping| mapping.find(envelope.method)).and_then(Method::class);
    let follows = |milder: Effect| message.declared().is_none_or(|label| label <= milder.code());
    let unreadable = message.payload.label.is_some() && message.declared().is_none();
    named.is_some_and(|milder| milder < demanded && follows(milder)) && !unreadable
}

/// Reports a missing label at the method.
pub(super) fn report<'s>(message: &MessageCtx<'_>, sink: &'s mut Sink<'_>, why: &str) -> Draft<'s> {
    let name = method(message);
    let own = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
    let place = own.or_else(|| message.envelope.and_then(|envelope| payload(envelope.method_span())));
    let draft = sink.report(place, format!("{} carries no label: {why}", short(&name))).evidence("method", short(&name));
    match message.effect.class {
        Some(class) => draft.evidence("required", class.name()),
        None => draft,
    }
}

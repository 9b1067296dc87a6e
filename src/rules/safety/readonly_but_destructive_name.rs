//! `safety/readonly-but-destructive-name`

use std::borrow::Cow;

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::{evades, is_judged};
use crate::rules::reading::{method, short};
use crate::rules::verbs::changes;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether a method that no mapping lists, or a tool, is labelled `read_only` although its name says that it changes something.
    /// ## Why it matters
    /// Annotations are untrusted, and a label that follows them is no better: the call passes every policy.
    /// ## What to do
    /// Find out what the call really does, and label it so.
    pub static READONLY_BUT_DESTRUCTIVE_NAME = {
        id: "safety/readonly-but-destructive-name", severity: Warning, certainty: Heuristic,
        clause: Must BRIDGE "7", scope: Frame, fault: Requester,
        alternative: "Names lie: the call may only look, or only pretend.",
        check: Message(check, Labelled),
        fixtures: [
            "delete_everything labelled read_only" => 1, |s| {
                s.mcp_initialize().call("9", "delete_everything", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "a tool that lists what was sent" => 0, |s| {
                s.mcp_initialize().call("9", "list_send_queue", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "a word inside another word" => 0, |s| {
                s.mcp_initialize().call("9", "dropdown_values", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(name) = suspect(message) else { return };
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    sink.report(place, format!("{} is labelled read_only", short(&name))).evidence("name", short(&name));
}

/// Whether this rule reports the message: milder remarks about its label are silent then.
pub(super) fn speaks(message: &MessageCtx<'_>) -> bool {
    suspect(message).is_some()
}

/// The name that contradicts the label.
fn suspect<'a>(message: &MessageCtx<'a>) -> Option<Cow<'a, [u8]>> {
    let judged = message.declared() == Some(Class::ReadOnly.code()) && is_judged(message) && !evades(message);
    if !judged {
        return None;
    }
    let mut tools = message.params.tools.iter().map(|(_, name)| Cow::Borrowed(&**name));
    match (message.effect.method, message.effect.tool) {
        (None, _) => Some(method(message)).filter(|name| changes(name)),
        (Some(_), Some(ToolView::Unseen)) => tools.find(|name| changes(name)),
        (Some(_), Some(ToolView::Known { tool, .. })) if tool.class == Class::ReadOnly => tools.find(|name| changes(name)),
        _ => None,
    }
}

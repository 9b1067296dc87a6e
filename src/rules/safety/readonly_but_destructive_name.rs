//! `safety/readonly-but-destructive-name`

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::{evades, own_method};
use crate::rules::reading::{method, short};
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

/// Words that say that something changes.
const CHANGES: [&str; 10] = ["delete", "remove", "drop", "purge", "pay", "transfer", "send", "write", "create", "cancel"];
/// Words in front that say that something is only looked at.
const LOOKS: [&str; 20] = [
    "get", "list", "read", "find", "search", "show", "describe", "query", "fetch", "check", "count", "preview", "view", "is", "has", "can",
    "validate", "explain", "estimate", "dry",
];

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
    let judged = message.declared() == Some(Class::ReadOnly.code()) && own_method(message).is_some() && !evades(message);
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

fn changes(name: &[u8]) -> bool {
    let text = String::from_utf8_lossy(name);
    let last = text.rsplit(['/', '.', ':']).next().unwrap_or_default();
    let words = words(last);
    let looks = words.first().is_some_and(|word| is_one_of(word, &LOOKS));
    !looks && words.iter().any(|word| is_one_of(word, &CHANGES))
}

/// The words of a name in snake, kebab or camel case.
fn words(name: &str) -> SmallVec<[&str; 8]> {
    let (mut words, mut start, mut lower) = (SmallVec::<[&str; 8]>::new(), 0, false);
    for (at, c) in name.char_indices() {
        let (begins, sign) = (c.is_uppercase() && lower, !c.is_alphanumeric());
        lower = c.is_lowercase();
        if begins || sign {
            words.extend(name.get(start..at));
            start = if sign { at + c.len_utf8() } else { at };
        }
    }
    words.extend(name.get(start..));
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a word in any case is one of those.
fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.chars().flat_map(char::to_lowercase).eq(known.chars()))
}

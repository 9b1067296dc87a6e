//! Text search: over what rows say, and only then over what frames carry.

use super::Dissect;
use super::evaluate::{Context, Subject};
use super::field::Homes;
use crate::base::id::{AssociationId, FrameId};
use crate::base::tree::Value;

/// Whether `needle` occurs in what a row says or in what its frames carry. ASCII case does not matter.
pub(super) fn search(context: &Context<'_>, needle: &str, subject: Subject, dissect: &mut Dissect<'_>) -> bool {
    let found = |text: &str| contains_ignoring_case(text.as_bytes(), needle.as_bytes());
    said(context, subject, &found) || carried(context, needle, subject, dissect)
}

fn said(context: &Context<'_>, subject: Subject, found: &dyn Fn(&str) -> bool) -> bool {
    let addressed = |id: AssociationId| addresses(context, id, found);
    let mut row = |row: Subject| own(context, row, found);
    context.related(subject, Homes::EXCHANGE, &mut row)
        || (!matches!(subject, Subject::Association(_)) && context.related(subject, Homes::FRAME, &mut row))
        || context.related(subject, Homes::FINDING, &mut row)
        || context.association(subject).is_some_and(addressed)
}

fn own(context: &Context<'_>, row: Subject, found: &dyn Fn(&str) -> bool) -> bool {
    let snapshot = context.snapshot;
    match row {
        Subject::Frame(id) => snapshot.frame(id).is_some_and(|row| found(&row.type_label()) || found(&row.channel.label())),
        Subject::Exchange(id) => snapshot.exchange(id).is_some_and(|row| {
            found(snapshot.text(row.method)) || found(snapshot.text(row.error_token)) || found(&snapshot.mappings.name_of(row.protocol))
        }),
        Subject::Finding(id) => snapshot.finding(id).is_some_and(|row| found(row.rule.id) || found(&row.message)),
        Subject::Association(_) => false,
    }
}

fn addresses(context: &Context<'_>, id: AssociationId, found: &dyn Fn(&str) -> bool) -> bool {
    context.snapshot.association(id).is_some_and(|row| found(&row.client.to_string()) || found(&row.server.to_string()))
}

fn carried(context: &Context<'_>, needle: &str, subject: Subject, dissect: &mut Dissect<'_>) -> bool {
    context.related(subject, Homes::FRAME, &mut |row| match row {
        Subject::Frame(id) => in_frame(context, needle, id, dissect),
        _ => false,
    })
}

fn in_frame(context: &Context<'_>, needle: &str, id: FrameId, dissect: &mut Dissect<'_>) -> bool {
    let readable = context.snapshot.frame(id).is_some_and(|row| row.protection.reason().is_none());
    let Some(tree) = (if readable { dissect(id) } else { None }) else { return false };
    tree.fields.iter().any(|field| match &field.value {
        Value::Text(text) => contains_ignoring_case(text.as_bytes(), needle.as_bytes()),
        Value::Octets(octets) => contains_ignoring_case(octets, needle.as_bytes()),
        Value::None | Value::Uint(_) | Value::Int(_) | Value::Bool(_) => false,
    })
}

/// Whether `needle` occurs in `text`.
pub(super) fn contains(text: &[u8], needle: &[u8]) -> bool {
    memchr::memmem::find(text, needle).is_some()
}

/// Whether `needle` occurs in `text`, ASCII case aside.
pub(super) fn contains_ignoring_case(text: &[u8], needle: &[u8]) -> bool {
    let Some(first) = needle.first() else { return true };
    let ends = memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), text);
    let same = |at: usize| text.get(at..at + needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(needle));
    ends.into_iter().any(same)
}

//! Text search: over what rows say, and only then over what frames carry.

use super::Dissect;
use super::dissected::in_rest;
use super::evaluate::{Context, Subject};
use super::field::Homes;
use super::memo::Of;
use crate::base::id::{AssociationId, FrameId};
use crate::base::symbol::Sym;
use crate::base::tree::{Tree, Value};

/// Whether a text occurs in what a row says or in what its frames carry. ASCII case does not matter.
pub(super) fn search(context: &Context<'_>, (needle, slot): (&str, usize), subject: Subject, dissect: &mut Dissect<'_>) -> bool {
    let search = Search { context, needle: needle.as_bytes(), slot };
    search.said(subject) || search.carried(subject, dissect)
}

struct Search<'a, 'b> {
    context: &'a Context<'b>,
    needle: &'a [u8],
    slot: usize,
}

impl Search<'_, '_> {
    fn said(&self, subject: Subject) -> bool {
        let context = self.context;
        let mut row = |row: Subject| self.own(row);
        context.related(subject, Homes::EXCHANGE, &mut row)
            || (!matches!(subject, Subject::Association(_)) && context.related(subject, Homes::FRAME, &mut row))
            || context.related(subject, Homes::FINDING, &mut row)
            || context.association(subject).is_some_and(|id| self.addresses(id))
    }

    fn own(&self, row: Subject) -> bool {
        let snapshot = self.context.snapshot;
        match row {
            Subject::Frame(id) => snapshot.frame(id).is_some_and(|row| {
                self.once(Of::Type(row.channel.0, row.frame_type.0), || self.finds(&row.type_label()) || self.finds(&row.channel.label()))
            }),
            Subject::Exchange(id) => snapshot.exchange(id).is_some_and(|row| {
                self.symbol(row.method)
                    || self.symbol(row.error_token)
                    || self.once(Of::Protocol(row.protocol.0), || self.finds(&snapshot.mappings.name_of(row.protocol)))
            }),
            Subject::Finding(id) => snapshot.finding(id).is_some_and(|row| self.finds(row.rule.id) || self.finds(&row.message)),
            Subject::Association(_) => false,
        }
    }

    fn symbol(&self, symbol: Sym) -> bool {
        self.once(Of::Symbol(symbol.0 as usize), || self.finds(self.context.snapshot.text(symbol)))
    }

    fn addresses(&self, id: AssociationId) -> bool {
        let row = self.context.snapshot.association(id);
        row.is_some_and(|row| {
            self.once(Of::Association(id.index()), || self.finds(&row.client.to_string()) || self.finds(&row.server.to_string()))
        })
    }

    fn once(&self, of: Of, find: impl FnOnce() -> bool) -> bool {
        self.context.memos.answer(self.slot, of, || (true, find())).1
    }

    fn finds(&self, text: &str) -> bool {
        contains_ignoring_case(text.as_bytes(), self.needle)
    }

    fn carried(&self, subject: Subject, dissect: &mut Dissect<'_>) -> bool {
        self.context.related(subject, Homes::FRAME, &mut |row| match row {
            Subject::Frame(id) => self.in_frame(id, dissect),
            _ => false,
        })
    }

    /// Looks into a frame. Where its payload can be read as it is, it is dissected only when text may be spelled with escapes.
    fn in_frame(&self, id: FrameId, dissect: &mut Dissect<'_>) -> bool {
        let readable = self.context.snapshot.frame(id).is_some_and(|row| row.protection.reason().is_none());
        if !readable {
            return false;
        }
        if self.context.reads_payloads() {
            let Some(payload) = self.context.payload(id) else { return false };
            if contains_ignoring_case(&payload, self.needle) {
                return true;
            }
            if !payload.contains(&b'\\') {
                return false;
            }
        }
        let listed = |tree: &Tree| tree.fields.iter().any(|field| self.in_value(&field.value));
        dissect(id).is_some_and(|tree| listed(&tree) || in_rest(&tree, &mut |_, value| self.in_value(value)))
    }

    fn in_value(&self, value: &Value) -> bool {
        match value {
            Value::Text(text) => contains_ignoring_case(text.as_bytes(), self.needle),
            Value::Octets(octets) => contains_ignoring_case(octets, self.needle),
            Value::None | Value::Uint(_) | Value::Int(_) | Value::Bool(_) => false,
        }
    }
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

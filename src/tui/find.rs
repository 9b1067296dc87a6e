//! Search inside the detail: over the lines of the tree, over the carried text, or over the octets.

use std::ops::Range;

use crate::base::span::ByteSpan;
use crate::base::text::unhex;
use crate::base::tree::{Buffer, Field, Value};
use crate::store::query::Light;

use super::detail::Detail;
use super::detail::memory::Reading;
use super::layout::Focus;

/// Places found in one detail; further ones are not walked to.
const MOST: usize = 10_000;

/// What is looked for in the detail.
#[derive(Clone, Debug, Default)]
pub struct Find {
    /// As it was typed.
    pub text: String,
    /// The same, to be lit where it stands.
    pub light: Light,
}

/// A place in the detail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A field of the tree.
    Field(usize),
    /// Octets.
    Octets(Buffer, ByteSpan),
}

impl Find {
    /// Looks for a text: ASCII case does not matter. Octets may be written in hexadecimal: `de:ad`.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), light: Light::text(text) }
    }

    /// Where it stands in the pane with the focus, in order.
    pub fn places(&self, detail: &Detail, focus: Focus) -> Vec<Place> {
        if self.text.is_empty() {
            return Vec::new();
        }
        if focus == Focus::Hex {
            return self.in_octets(detail);
        }
        if detail.reading != Reading::Fields {
            return self.in_message(detail, 0);
        }
        let tree = detail.folds.tree();
        let fields = &tree.fields;
        // What a line has below it says the same once more.
        let is_leaf = |at: usize, field: &Field| fields.get(at + 1).is_none_or(|below| below.depth <= field.depth);
        let found = fields.iter().enumerate().filter(|(at, field)| !field.is_rest() && self.is_in(field, is_leaf(*at, field)));
        // What the tree does not list is found by its octets.
        let rest = tree.rests().last().filter(|(_, rest)| rest.buffer == Buffer::Payload);
        let unlisted = rest.map_or_else(Vec::new, |(_, rest)| self.in_message(detail, rest.span.start as usize));
        found.map(|(at, _)| Place::Field(at)).chain(unlisted).take(MOST).collect()
    }

    /// In the carried message, from an octet of the payload on.
    fn in_message(&self, detail: &Detail, from: usize) -> Vec<Place> {
        let payload = detail.blocks.of(Buffer::Payload);
        let from = from.max(detail.blocks.message_at());
        let found = find_all(payload.get(from..).unwrap_or_default(), &self.needle()).into_iter();
        found.map(|at| Place::Octets(Buffer::Payload, ByteSpan::new(from + at.start, from + at.end))).take(MOST).collect()
    }

    fn is_in(&self, field: &Field, with_value: bool) -> bool {
        let says = |text: &str| !self.light.on(text).is_empty();
        let value = match &field.value {
            Value::Text(text) => says(text),
            Value::Octets(octets) => !find_all(octets, &self.needle()).is_empty(),
            _ => false,
        };
        (with_value && value) || says(&field.label) || says(&field.text) || field.note.as_ref().is_some_and(|(_, note)| says(note))
    }

    fn in_octets(&self, detail: &Detail) -> Vec<Place> {
        let needle = self.needle();
        let of = |buffer| {
            find_all(detail.blocks.of(buffer), &needle).into_iter().map(move |at| Place::Octets(buffer, ByteSpan::new(at.start, at.end)))
        };
        of(Buffer::Header).chain(of(Buffer::Payload)).take(MOST).collect()
    }

    /// The octets that are looked for, and whether their case matters.
    fn needle(&self) -> (Vec<u8>, bool) {
        let pairs: Option<Vec<Vec<u8>>> = self.text.split(':').map(|pair| if pair.len() == 2 { unhex(pair) } else { None }).collect();
        match pairs {
            Some(pairs) if pairs.len() > 1 => (pairs.concat(), true),
            _ => (self.text.as_bytes().to_vec(), false),
        }
    }
}

fn find_all(octets: &[u8], (needle, exact): &(Vec<u8>, bool)) -> Vec<Range<usize>> {
    let Some(first) = needle.first() else { return Vec::new() };
    let starts = memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), octets);
    let same = |part: &[u8]| if *exact { part == needle } else { part.eq_ignore_ascii_case(needle) };
    let found = starts.filter(|at| octets.get(*at..at + needle.len()).is_some_and(same));
    found.map(|at| at..at + needle.len()).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_found_as_text_in_any_case_and_in_hexadecimal_exactly() {
        let found = |text: &str| find_all(b"Abc abC \xde\xad", &Find::new(text).needle());
        assert_eq!(found("ABC"), [0..3, 4..7]);
        assert_eq!(found("de:ad").first(), Some(&(8..10)));
        assert_eq!(found("41:62").first(), Some(&(0..2)));
        assert!(found("").is_empty());
    }
}

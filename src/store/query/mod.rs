//! The display filter: parsed once, evaluated on rows; octets are read back only for fields that rows do not hold.
//!
//! A field that belongs to another kind of row is looked up there: on an exchange, `seq > 100` holds when one of its frames has
//! such a number; on a frame, `state == unanswered` asks its exchange. Every comparison is about *any* value, as in Wireshark,
//! and `!=` holds when the field is there and no value equals.

#![allow(clippy::similar_names, reason = "a named field, the names of its values and their texts stand side by side")]

mod complete;
mod dissected;
mod evaluate;
mod field;
mod fields;
mod grammar;
mod kind;
mod light;
mod literal;
mod memo;
mod page;
mod test;
mod text;
mod token;
mod values;

use std::fmt;
use std::ops::Range;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::time::Timestamp;
use crate::base::tree::Tree;

use super::octets::Octets;
use super::snapshot::Snapshot;
use evaluate::{Context, Subject};

pub use complete::{Completion, Offer, complete, present};
pub use light::Light;
pub use page::markdown;

/// Filters by name, as the configuration has them; `@name` in an expression stands for one.
pub type Names<'a> = &'a [(String, String)];

/// Dissects a frame when a filter needs more than its row; `None` when its octets cannot be read back.
pub type Dissect<'a> = dyn FnMut(FrameId) -> Option<Tree> + 'a;

/// A display filter, ready to be asked.
#[derive(Clone, Debug)]
pub struct Query {
    root: grammar::Node,
    slots: usize,
    source: String,
}

impl fmt::Display for Query {
    /// Writes the expression anew: named filters in full, and what costs least first. It reads back to the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.root)
    }
}

/// Why an expression is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// What is wrong and, where it can be said, what would be right.
    pub message: String,
    /// The octets of the expression at fault; empty at its end.
    pub span: Range<usize>,
}

impl QueryError {
    fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), span }
    }

    /// A line of blanks and carets that stands under the fault when `source` is printed above it.
    pub fn carets(&self, source: &str) -> String {
        let before = source.get(..self.span.start).unwrap_or(source);
        let fault = source.get(self.span.clone()).unwrap_or_default();
        let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
        format!("{}{}", " ".repeat(width(before)), "^".repeat(width(fault).max(1)))
    }
}

impl Query {
    /// Parses an expression; an empty one selects everything.
    pub fn parse(source: &str) -> Result<Self, QueryError> {
        Self::parse_with(source, &[])
    }

    /// Parses an expression that may use named filters.
    pub fn parse_with(source: &str, names: Names<'_>) -> Result<Self, QueryError> {
        let (root, slots) = grammar::parse(source, names)?;
        Ok(Self { root, slots, source: source.to_owned() })
    }

    /// The expression as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether some field can only be answered by dissecting frames again.
    pub fn needs_octets(&self) -> bool {
        self.root.cost() >= grammar::COST_OCTETS
    }

    /// Binds the filter to a snapshot, for asking about many rows.
    pub fn on<'a>(&'a self, snapshot: &'a Snapshot) -> Matcher<'a> {
        Matcher { root: &self.root, context: Context::new(snapshot, self.slots) }
    }

    /// The same, reading payloads as they are where there are octets, which is faster than dissecting frames, and answers what no
    /// field tree holds.
    pub fn reading_on<'a>(&'a self, snapshot: &'a Snapshot, octets: Option<&'a Octets>) -> Matcher<'a> {
        let matcher = self.on(snapshot);
        match octets {
            Some(octets) => matcher.reading(octets),
            None => matcher,
        }
    }

    /// Whether it is several expressions of which one has to hold.
    pub const fn is_disjunction(&self) -> bool {
        matches!(self.root, grammar::Node::Or(_))
    }

    /// What the expression looks for in texts, so that it can be lit there.
    pub fn light(&self) -> Light {
        Light::of(&self.root)
    }

    /// Whether a frame matches.
    pub fn frame(&self, snapshot: &Snapshot, id: FrameId, dissect: &mut Dissect<'_>) -> bool {
        self.on(snapshot).frame(id, dissect)
    }

    /// Whether an exchange matches.
    pub fn exchange(&self, snapshot: &Snapshot, id: ExchangeId, dissect: &mut Dissect<'_>) -> bool {
        self.on(snapshot).exchange(id, dissect)
    }

    /// Whether an association matches.
    pub fn association(&self, snapshot: &Snapshot, id: AssociationId, dissect: &mut Dissect<'_>) -> bool {
        self.on(snapshot).association(id, dissect)
    }

    /// Whether a finding matches.
    pub fn finding(&self, snapshot: &Snapshot, id: FindingId, dissect: &mut Dissect<'_>) -> bool {
        self.on(snapshot).finding(id, dissect)
    }
}

/// A filter bound to a snapshot. What costs time once is computed once.
pub struct Matcher<'a> {
    root: &'a grammar::Node,
    context: Context<'a>,
}

impl<'a> Matcher<'a> {
    /// Lets payloads be read as they are, which is faster than dissecting frames, and answers what no field tree holds.
    #[must_use]
    pub const fn reading(mut self, octets: &'a Octets) -> Self {
        self.context.read_with(octets);
        self
    }

    /// Whether a frame matches.
    pub fn frame(&self, id: FrameId, dissect: &mut Dissect<'_>) -> bool {
        self.context.matches(self.root, Subject::Frame(id), dissect)
    }

    /// Whether an exchange matches.
    pub fn exchange(&self, id: ExchangeId, dissect: &mut Dissect<'_>) -> bool {
        self.context.matches(self.root, Subject::Exchange(id), dissect)
    }

    /// Whether an association matches.
    pub fn association(&self, id: AssociationId, dissect: &mut Dissect<'_>) -> bool {
        self.context.matches(self.root, Subject::Association(id), dissect)
    }

    /// Whether a finding matches.
    pub fn finding(&self, id: FindingId, dissect: &mut Dissect<'_>) -> bool {
        self.context.matches(self.root, Subject::Finding(id), dissect)
    }
}

/// Every field name a filter knows.
pub fn field_names() -> impl Iterator<Item = &'static str> {
    field::names()
}

/// A comparison of a field with a text, as an expression.
pub fn equals_text(field: &str, text: &str) -> String {
    format!("{field} == {}", literal::quote(text))
}

/// A comparison of a field with octets, as an expression.
pub fn equals_octets(field: &str, octets: &[u8]) -> String {
    format!("{field} == {}", literal::colons(octets))
}

/// A length of time as an expression writes it.
pub fn span(nanos: i64) -> String {
    literal::span(nanos.into())
}

/// A point in time as an expression writes it.
pub fn instant(at: Timestamp) -> String {
    literal::instant(at)
}

/// The name of a line of the detail tree, by its label and those around it, outermost first.
pub fn label_path<'a>(labels: impl Iterator<Item = &'a str>) -> String {
    let words = labels.map(field::label_word).filter(|word| !word.is_empty());
    std::iter::once("tree".to_owned()).chain(words).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests;

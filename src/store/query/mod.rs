//! The display filter: parsed once, evaluated on rows; octets are read back only for fields that rows do not hold.
//!
//! A field that belongs to another kind of row is looked up there: on an exchange, `seq > 100` holds when one of its frames has
//! such a number; on a frame, `state == unanswered` asks its exchange. Every comparison is about *any* value, as in Wireshark,
//! and `!=` holds when the field is there and no value equals.

mod evaluate;
mod field;
mod grammar;
mod kind;
mod test;
mod text;
mod token;
mod values;

use std::ops::Range;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::tree::Tree;

use super::snapshot::Snapshot;
use evaluate::{Context, Subject};

/// Dissects a frame when a filter needs more than its row; `None` when its octets cannot be read back.
pub type Dissect<'a> = dyn FnMut(FrameId) -> Option<Tree> + 'a;

/// A display filter, ready to be asked.
#[derive(Clone, Debug)]
pub struct Query {
    root: grammar::Node,
    source: String,
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
        Ok(Self { root: grammar::parse(source)?, source: source.to_owned() })
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
        Matcher { root: &self.root, context: Context::new(snapshot) }
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

impl Matcher<'_> {
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

/// Every field name a filter knows, for completion and help.
pub fn field_names() -> impl Iterator<Item = &'static str> {
    field::names()
}

#[cfg(test)]
mod tests;

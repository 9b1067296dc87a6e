//! Listings: one line a row, as text for people or as JSON lines for programs.

mod associations;
mod conformance;
mod exchanges;
mod findings;
mod frames;

use std::io::{self, Write};

use super::{Context, Paint, json};
use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::store::finding::Severity;
use crate::store::query::Query;

pub use associations::associations;
pub use conformance::conformance;
pub use exchanges::exchanges;
pub use findings::{finding_json, findings};
pub use frames::frames;

/// How a listing is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Columns.
    Text {
        /// Colours.
        paint: Paint,
        /// Whether a line of headings comes first.
        headings: bool,
    },
    /// One JSON object a line.
    JsonLines,
}

/// What is listed, and how.
pub struct Listing<'a> {
    /// The rows.
    pub context: &'a Context<'a>,
    /// Which of them; `None` for all.
    pub query: Option<&'a Query>,
    /// Which rows may be listed at all, by their place in the log; `None` for all.
    pub only: Option<&'a dyn Fn(usize) -> bool>,
    /// Dissects a frame for the query.
    pub dissect: &'a dyn Fn(FrameId) -> Option<Tree>,
    /// How.
    pub format: Format,
    /// Whether associations say which keys were found for them and what is missing.
    pub verbose: bool,
}

impl Listing<'_> {
    /// Whether a row may be listed.
    fn may(&self, row: usize) -> bool {
        self.only.is_none_or(|only| only(row))
    }

    fn headings(&self, out: &mut dyn Write, line: &str) -> io::Result<()> {
        match self.format {
            Format::Text { paint, headings: true } => writeln!(out, "{}", paint.faint(line)),
            _ => Ok(()),
        }
    }
}

/// A list of rule ids behind the sign of the worst finding.
fn rule_list(paint: Paint, worst: Option<Severity>, rules: &[&str]) -> String {
    match worst {
        Some(severity) if !rules.is_empty() => format!("{} {}", paint.glyph(severity), paint.severity(severity, rules.join(" "))),
        _ => String::new(),
    }
}

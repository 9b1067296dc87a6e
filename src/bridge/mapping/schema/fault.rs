//! What is wrong with a mapping file, and where.

use std::fmt;

/// A fault of a mapping file. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappingFault {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong and what was expected.
    pub detail: String,
}

impl MappingFault {
    /// A fault at an octet of the text.
    pub(super) fn at(text: &str, octet: usize, detail: impl Into<String>) -> Self {
        let before = text.get(..octet).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let lines = before.bytes().filter(|octet| *octet == b'\n').count();
        Self { line: lines.saturating_add(1), column: line.chars().count().saturating_add(1), detail: detail.into() }
    }
}

impl fmt::Display for MappingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.detail)
    }
}

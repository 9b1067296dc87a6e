//! Colour, when a terminal shows it. It is never the only sign.

use std::fmt::Display;

use crate::store::finding::Severity;

/// Whether and how text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Paint {
    coloured: bool,
}

impl Paint {
    /// Colours when `coloured`.
    pub const fn new(coloured: bool) -> Self {
        Self { coloured }
    }

    /// A severity's sign in its colour.
    pub(super) fn glyph(self, severity: Severity) -> String {
        self.severity(severity, severity.glyph())
    }

    /// Text in a severity's colour.
    pub(super) fn severity(self, severity: Severity, text: impl Display) -> String {
        match severity {
            Severity::Error => self.code("31;1", text),
            Severity::Warning => self.code("33", text),
            Severity::Note => self.code("36", text),
        }
    }

    /// Text that leads the eye.
    pub(super) fn strong(self, text: impl Display) -> String {
        self.code("1", text)
    }

    /// Text that may be passed over.
    pub(super) fn faint(self, text: impl Display) -> String {
        self.code("2", text)
    }

    /// Text of good news.
    pub(super) fn good(self, text: impl Display) -> String {
        self.code("32", text)
    }

    fn code(self, code: &str, text: impl Display) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

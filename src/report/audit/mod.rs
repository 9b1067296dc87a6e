//! The audit report, in every format it has.

mod conformance;
mod json;
mod text;

use std::io::{self, Write};

use super::{Context, Paint};

/// A file that was read, as the report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputDigest {
    /// SHA-256 of the file as stored; `None` for standard input.
    pub sha256: Option<[u8; 32]>,
}

/// Everything a report is made of.
pub struct Report<'a> {
    /// Rows and octets.
    pub context: &'a Context<'a>,
    /// One entry an input, in order.
    pub inputs: &'a [InputDigest],
    /// Whether carried octets are included.
    pub payloads: bool,
    /// Colours of the text format.
    pub paint: Paint,
}

/// A format of the report.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// Whether the report needs the SHA-256 of the inputs.
    pub needs_digests: bool,
    /// Writes it.
    pub write: fn(&Report<'_>, &mut dyn Write) -> io::Result<()>,
}

/// Every format, in the order of help.
pub static FORMATS: &[Format] =
    &[Format { name: "text", needs_digests: false, write: text::write }, Format { name: "json", needs_digests: true, write: json::write }];

/// The format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

//! JSON as the contract wants it: whatever could act on a terminal or hide is written as `\uXXXX`, inside any string.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

use crate::base::text::is_unsafe;

/// Writes one value on one line.
pub(super) fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Compact))?;
    out.write_all(b"\n")
}

/// Writes one value over many lines, for people and diffs.
pub(super) fn document(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Pretty(PrettyFormatter::with_indent(b" "))))?;
    out.write_all(b"\n")
}

struct Compact;

impl Formatter for Compact {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        guarded(writer, fragment)
    }
}

struct Pretty<'a>(PrettyFormatter<'a>);

impl Formatter for Pretty<'_> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        guarded(writer, fragment)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

/// Writes a piece of a string that JSON itself would not escape. C0 controls never come here: JSON escapes them.
fn guarded<W: ?Sized + Write>(writer: &mut W, fragment: &str) -> io::Result<()> {
    let mut from = 0;
    for (at, c) in fragment.char_indices().filter(|(_, c)| is_unsafe(*c)) {
        writer.write_all(fragment.get(from..at).unwrap_or_default().as_bytes())?;
        write!(writer, "\\u{:04x}", u32::from(c))?;
        from = at + c.len_utf8();
    }
    writer.write_all(fragment.get(from..).unwrap_or_default().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_no_character_that_acts_or_hides() {
        let hostile = "a\u{1b}[2J\u{7f}\u{9b}\u{200b}\u{202e}\u{2066}\u{feff}é\"\\";
        let mut out = Vec::new();
        line(&mut out, &hostile).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "\"a\\u001b[2J\\u007f\\u009b\\u200b\\u202e\\u2066\\ufeffé\\\"\\\\\"\n");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), hostile);
    }

    #[test]
    fn documents_are_indented_and_parse() {
        let mut out = Vec::new();
        document(&mut out, &vec![("k\u{202e}", 1_u64), ("l", u64::MAX)]).unwrap();
        assert_eq!(serde_json::from_slice::<Vec<(String, u64)>>(&out).unwrap(), [("k\u{202e}".to_owned(), 1), ("l".to_owned(), u64::MAX)]);
        assert!(out.ends_with(b" ]\n]\n"));
    }
}

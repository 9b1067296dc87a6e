//! A line as it is drawn: texts, each of one kind.

use super::layout::Line;
use super::lexer::{Class, token};
use super::unit::{Shown, units};

/// What a piece of a line means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Brackets, commas, colons.
    Mark,
    /// The name of a member.
    Name,
    /// A string, or text.
    Text,
    /// An escape inside a string, as spelled; a letter that is drawn by its number.
    Escape,
    /// A number.
    Number,
    /// `true`, `false`, `null`.
    Word,
    /// No JSON, or a character that is not shown as it is.
    Odd,
}

/// The pieces of a line that lie in its first `columns` columns.
pub fn pieces(octets: &[u8], line: &Line, is_pretty: bool, columns: usize) -> Vec<(String, Kind)> {
    let mut writer = Writer { out: Vec::new(), left: columns.saturating_add(1) };
    let end = line.span.end as usize;
    if !is_pretty {
        let text = octets.get(line.span.range()).unwrap_or_default();
        writer.plain(text.strip_suffix(b"\n").unwrap_or(text), Kind::Text);
        return writer.out;
    }
    let (mut at, mut within) = (line.span.start as usize, line.within);
    while let Some(token) = token(octets, at, end, within).filter(|_| writer.left > 0) {
        let text = token.span.of(octets);
        match token.class {
            Class::Space => {}
            Class::Colon => writer.add(": ", Kind::Mark),
            Class::Open | Class::Close | Class::Comma => writer.plain(text, Kind::Mark),
            Class::Name => writer.string(text, Kind::Name),
            Class::String => writer.string(text, Kind::Text),
            Class::Raw => writer.plain(text, Kind::Text),
            Class::Number => writer.plain(text, Kind::Number),
            Class::Word => writer.plain(text, Kind::Word),
            Class::Odd if token.goes_on || end < octets.len() && text.first() == Some(&b'"') => writer.string(text, Kind::Text),
            Class::Odd => writer.plain(text, Kind::Odd),
        }
        (at, within) = (token.span.end as usize, None);
    }
    writer.out
}

struct Writer {
    out: Vec<(String, Kind)>,
    left: usize,
}

impl Writer {
    fn add(&mut self, text: &str, kind: Kind) {
        match self.out.last_mut().filter(|(_, last)| *last == kind) {
            Some((last, _)) => last.push_str(text),
            None => self.out.push((text.to_owned(), kind)),
        }
        self.left = self.left.saturating_sub(text.len());
    }

    fn plain(&mut self, text: &[u8], kind: Kind) {
        let mut shown = String::new();
        for unit in units(text) {
            if self.left == 0 {
                return;
            }
            shown.clear();
            unit.shown.push_to(&mut shown);
            let left = self.left.saturating_sub(unit.shown.width());
            let kind = match unit.shown {
                Shown::Plain(_) => kind,
                Shown::Leftwards(_) => Kind::Escape,
                Shown::Number(_) | Shown::Octet(_) => Kind::Odd,
            };
            self.add(&shown, kind);
            self.left = left;
        }
    }

    /// A string with its escapes told apart.
    fn string(&mut self, mut text: &[u8], kind: Kind) {
        while !text.is_empty() && self.left > 0 {
            let plain = text.iter().position(|octet| *octet == b'\\').unwrap_or(text.len());
            let (before, rest) = text.split_at(plain);
            self.plain(before, kind);
            let length = if rest.get(1) == Some(&b'u') { 6 } else { 2 };
            let (escape, behind) = rest.split_at(length.min(rest.len()));
            self.plain(escape, Kind::Escape);
            text = behind;
        }
    }
}

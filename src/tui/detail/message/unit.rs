//! Wire text, character by character, as it may be shown: what could act on a terminal, hide, or is no UTF-8 stays visible as what
//! it is.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar as _;

use crate::base::text::{is_leftwards, is_unsafe, push_number};

/// One character of wire text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Octets it takes.
    pub len: usize,
    /// How it is shown.
    pub shown: Shown,
}

/// How a character is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// As it is.
    Plain(char),
    /// By its number: `\u{202e}`.
    Number(char),
    /// By its number too, for a terminal might turn the whole line around; there is nothing wrong with it.
    Leftwards(char),
    /// An octet that is no UTF-8: `\xff`.
    Octet(u8),
}

impl Shown {
    /// Whether it is no character that belongs into a text.
    pub const fn is_odd(self) -> bool {
        matches!(self, Self::Number(_) | Self::Octet(_))
    }

    /// Columns of the terminal it takes.
    pub fn width(self) -> usize {
        match self {
            Self::Plain(c) => c.width().unwrap_or(0),
            Self::Number(c) | Self::Leftwards(c) => format!("{:04x}", u32::from(c)).len() + 4,
            Self::Octet(_) => 4,
        }
    }

    /// Appends it to a text.
    pub fn push_to(self, out: &mut String) {
        match self {
            Self::Plain(c) => out.push(c),
            Self::Number(c) | Self::Leftwards(c) => push_number(out, c),
            Self::Octet(octet) => {
                let _ = write!(out, "\\x{octet:02x}");
            }
        }
    }
}

/// The first character; `None` at the end.
pub fn first(octets: &[u8]) -> Option<Unit> {
    let first = *octets.first()?;
    if first.is_ascii() {
        let c = char::from(first);
        return Some(Unit { len: 1, shown: if is_unsafe(c) { Shown::Number(c) } else { Shown::Plain(c) } });
    }
    let whole = (2..=4).find_map(|len| std::str::from_utf8(octets.get(..len)?).ok()?.chars().next());
    Some(match whole {
        Some(c) if is_unsafe(c) || hides(c) => Unit { len: c.len_utf8(), shown: Shown::Number(c) },
        Some(c) if is_leftwards(c) => Unit { len: c.len_utf8(), shown: Shown::Leftwards(c) },
        Some(c) => Unit { len: c.len_utf8(), shown: Shown::Plain(c) },
        None => Unit { len: 1, shown: Shown::Octet(first) },
    })
}

/// Characters that change how others look, or take no room of their own: variation selectors, tags, the soft hyphen.
const fn hides(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}' | '\u{ad}' | '\u{61c}' | '\u{180e}')
}

/// Every character of a text.
pub fn units(mut octets: &[u8]) -> impl Iterator<Item = Unit> + '_ {
    std::iter::from_fn(move || {
        let unit = first(octets)?;
        octets = octets.get(unit.len..).unwrap_or_default();
        Some(unit)
    })
}

/// A text that may be kept or copied, and how many of its characters are not in it as they are. Line ends and tabs are kept when
/// wanted, and so are letters of every script: what order they are drawn in is a matter of the screen.
pub fn text(octets: &[u8], with_lines: bool) -> (String, usize) {
    let (mut out, mut odd) = (String::with_capacity(octets.len()), 0);
    for unit in units(octets) {
        match unit.shown {
            Shown::Number(c @ ('\n' | '\r' | '\t')) if with_lines => out.push(c),
            Shown::Leftwards(c) => out.push(c),
            shown => {
                odd += usize::from(shown.is_odd());
                shown.push_to(&mut out);
            }
        }
    }
    (out, odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hides_and_nothing_acts() {
        assert_eq!(text("a\u{1b}[2J\u{202e}b\u{200b}".as_bytes(), false), ("a\\u{001b}[2J\\u{202e}b\\u{200b}".to_owned(), 3));
        assert_eq!(text(b"\xffa\xe2\x82", false), ("\\xffa\\xe2\\x82".to_owned(), 3));
        assert_eq!(text("é資\n".as_bytes(), true), ("é資\n".to_owned(), 0));
    }

    #[test]
    fn the_width_is_that_of_what_is_pushed() {
        for unit in units("a資\u{7}\u{feff}".as_bytes()).chain(units(b"\xff")) {
            let mut out = String::new();
            unit.shown.push_to(&mut out);
            assert_eq!(unicode_width::UnicodeWidthStr::width(out.as_str()), unit.shown.width());
        }
    }
}

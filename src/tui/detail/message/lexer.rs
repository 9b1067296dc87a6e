//! Cuts a JSON text into tokens. Every octet belongs to one, be the text JSON or not, so that nothing is left out of what is shown.

use crate::base::span::ByteSpan;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// White space between tokens.
    Space,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A comma.
    Comma,
    /// A colon.
    Colon,
    /// The name of a member.
    Name,
    /// A string.
    String,
    /// A number.
    Number,
    /// `true`, `false`, `null`.
    Word,
    /// Octets that are no JSON.
    Odd,
    /// Text of which nothing more is known.
    Raw,
}

/// A token, or the part of it that lies before the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its octets.
    pub span: ByteSpan,
    /// What it is.
    pub class: Class,
    /// Whether its end was not reached.
    pub goes_on: bool,
}

/// The token at an offset, read up to `limit`. A string that was begun before goes on with `within`.
pub fn token(octets: &[u8], at: usize, limit: usize, within: Option<Class>) -> Option<Token> {
    let limit = limit.min(octets.len());
    let rest = octets.get(at..limit).filter(|rest| !rest.is_empty())?;
    match within {
        Some(Class::Raw) => return Some(Token { span: ByteSpan::new(at, limit), class: Class::Raw, goes_on: false }),
        Some(class @ (Class::Name | Class::String)) => return Some(string(octets, at, at, limit, class)),
        Some(class) => {
            let end = at + run(rest, is_odd).max(1);
            return Some(Token { span: ByteSpan::new(at, end), class, goes_on: false });
        }
        None => {}
    }
    let first = rest.first().copied().unwrap_or_default();
    let (length, class) = match first {
        b' ' | b'\n' | b'\r' | b'\t' => (run(rest, is_space), Class::Space),
        b'{' | b'[' => (1, Class::Open),
        b'}' | b']' => (1, Class::Close),
        b',' => (1, Class::Comma),
        b':' => (1, Class::Colon),
        b'"' => return Some(string(octets, at, at + 1, limit, Class::String)),
        b'-' | b'0'..=b'9' => (run(rest, is_of_number), Class::Number),
        b't' | b'f' | b'n' => word(rest),
        _ => (run(rest, is_odd).max(1), Class::Odd),
    };
    Some(Token { span: ByteSpan::new(at, at + length), class, goes_on: false })
}

/// Octets in front that are alike.
fn run(rest: &[u8], is: impl Fn(u8) -> bool) -> usize {
    rest.iter().position(|octet| !is(*octet)).unwrap_or(rest.len())
}

/// Whether an octet is white space of JSON.
pub const fn is_space(octet: u8) -> bool {
    matches!(octet, b' ' | b'\n' | b'\r' | b'\t')
}

const fn is_of_number(octet: u8) -> bool {
    matches!(octet, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

const fn is_odd(octet: u8) -> bool {
    !matches!(octet, b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"')
}

fn word(rest: &[u8]) -> (usize, Class) {
    let length = run(rest, is_odd);
    let is_known = rest.get(..length).is_some_and(|word| [&b"true"[..], b"false", b"null"].contains(&word));
    (length, if is_known { Class::Word } else { Class::Odd })
}

/// A string whose content goes on at `from`.
fn string(octets: &[u8], start: usize, from: usize, limit: usize, class: Class) -> Token {
    let mut at = from;
    while let Some(octet) = octets.get(at).filter(|_| at < limit) {
        match octet {
            b'"' => return finished(octets, start, at + 1, class),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    let end = at.max(start + 1).min(octets.len());
    let goes_on = end < octets.len();
    Token { span: ByteSpan::new(start, end), class: if goes_on { class } else { Class::Odd }, goes_on }
}

/// A string that ended: the name of a member when a colon follows.
fn finished(octets: &[u8], start: usize, end: usize, class: Class) -> Token {
    let behind = octets.get(end..).unwrap_or_default();
    let space = run(behind, is_space);
    let is_name = class == Class::Name || (class == Class::String && behind.get(space) == Some(&b':'));
    Token { span: ByteSpan::new(start, end), class: if is_name { Class::Name } else { class }, goes_on: false }
}

/// The next offset at which a character begins, a few octets on at most.
pub fn boundary(octets: &[u8], at: usize) -> usize {
    let at = at.min(octets.len());
    let behind = octets.get(at..).unwrap_or_default();
    at + behind.iter().take(3).take_while(|octet| (0x80..0xc0).contains(*octet)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &[u8]) -> Vec<(Class, String)> {
        let mut at = 0;
        std::iter::from_fn(|| {
            let token = token(text, at, text.len(), None)?;
            at = token.span.end as usize;
            Some((token.class, String::from_utf8_lossy(token.span.of(text)).into_owned()))
        })
        .collect()
    }

    #[test]
    fn tells_names_from_strings_and_keeps_every_spelling() {
        let found = classes(br#"{"a\"b" : "\u0061", "n":[1.0e+2,true,nope]}"#);
        let shown: Vec<(Class, &str)> = found.iter().filter(|(class, _)| *class != Class::Space).map(|(c, t)| (*c, t.as_str())).collect();
        assert_eq!(
            shown,
            [
                (Class::Open, "{"),
                (Class::Name, "\"a\\\"b\""),
                (Class::Colon, ":"),
                (Class::String, "\"\\u0061\""),
                (Class::Comma, ","),
                (Class::Name, "\"n\""),
                (Class::Colon, ":"),
                (Class::Open, "["),
                (Class::Number, "1.0e+2"),
                (Class::Comma, ","),
                (Class::Word, "true"),
                (Class::Comma, ","),
                (Class::Odd, "nope"),
                (Class::Close, "]"),
                (Class::Close, "}"),
            ]
        );
    }

    #[test]
    fn a_string_without_its_end_is_no_string() {
        assert_eq!(classes(b"\"abc"), [(Class::Odd, "\"abc".to_owned())]);
        assert_eq!(classes(b"\"abc\\"), [(Class::Odd, "\"abc\\".to_owned())]);
    }
}

//! Walks values of a text that was scanned without a fault. On any other text a walk ends early; it never fails.

use super::skip;
use super::token::{Kind, Member, Token};
use crate::base::span::ByteSpan;

/// The members of the object at `object`, in order; none when it is no object.
pub fn members(octets: &[u8], object: ByteSpan) -> Members<'_> {
    Members(Cursor::inside(octets, object, b'{'))
}

/// The elements of the array at `array`, in order; none when it is no array.
pub fn elements(octets: &[u8], array: ByteSpan) -> Elements<'_> {
    Elements(Cursor::inside(octets, array, b'['))
}

/// The value of the last member called `name`: the one that most parsers keep.
pub fn find(octets: &[u8], object: ByteSpan, name: &[u8]) -> Option<Token> {
    find_all(octets, object, name).last()
}

/// The values of every member called `name`.
pub fn find_all<'a>(octets: &'a [u8], object: ByteSpan, name: &'a [u8]) -> impl Iterator<Item = Token> + 'a {
    members(octets, object).filter(move |member| member.is(octets, name)).map(|member| member.value)
}

/// The value behind a path of member names.
pub fn dig(octets: &[u8], object: ByteSpan, path: &[&[u8]]) -> Option<Token> {
    let (name, deeper) = path.split_first()?;
    let value = find(octets, object, name)?;
    if deeper.is_empty() { Some(value) } else { dig(octets, value.span, deeper) }
}

/// Members of an object.
#[derive(Clone, Debug)]
pub struct Members<'a>(Cursor<'a>);

impl Iterator for Members<'_> {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        self.0.separators();
        let name = self.0.value().filter(|token| token.kind == Kind::String)?.span;
        self.0.separators();
        let value = self.0.value()?;
        Some(Member { name, value })
    }
}

/// Elements of an array.
#[derive(Clone, Debug)]
pub struct Elements<'a>(Cursor<'a>);

impl Iterator for Elements<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.0.separators();
        self.0.value()
    }
}

#[derive(Clone, Debug)]
struct Cursor<'a> {
    end: usize,
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// Behind the opening bracket of the container at `span`.
    fn inside(octets: &'a [u8], span: ByteSpan, bracket: u8) -> Self {
        let rest = span.of(octets).split_first().filter(|(first, _)| **first == bracket).map_or(&[][..], |(_, rest)| rest);
        Self { end: span.end as usize, rest }
    }

    fn at(&self) -> usize {
        self.end.saturating_sub(self.rest.len())
    }

    fn separators(&mut self) {
        while let Some((b' ' | b'\n' | b'\r' | b'\t' | b',' | b':', tail)) = self.rest.split_first() {
            self.rest = tail;
        }
    }

    /// Takes one value; `None` at a closing bracket or at the end.
    fn value(&mut self) -> Option<Token> {
        let start = self.at();
        let whole = self.rest;
        let (first, tail) = whole.split_first()?;
        self.rest = match first {
            b'"' => behind_string(tail),
            b'{' | b'[' => behind_container(tail),
            _ => tail.get(scalar_length(tail)..)?,
        };
        let raw = whole.get(..whole.len().saturating_sub(self.rest.len()))?;
        Some(Token { span: ByteSpan::new(start, self.at()), kind: Kind::of(raw)? })
    }
}

fn behind_string(mut rest: &[u8]) -> &[u8] {
    loop {
        rest = skip::plain(rest).rest;
        match rest.split_first() {
            Some((b'"', tail)) => return tail,
            Some((b'\\', _)) => rest = rest.get(2..).unwrap_or_default(),
            Some((_, tail)) => rest = tail,
            None => return rest,
        }
    }
}

fn behind_container(mut rest: &[u8]) -> &[u8] {
    let mut depth = 1usize;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'"' => rest = behind_string(tail),
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    rest
}

fn scalar_length(tail: &[u8]) -> usize {
    tail.iter().position(|octet| matches!(octet, b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' | b'}' | b']')).unwrap_or(tail.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digs_by_decoded_names_and_keeps_the_last() {
        let text = br#" { "a" : {"b":[1, "x]\"", {"c":null}]}, "n\u0061me":1,"name" : 2.5 } "#;
        let object = ByteSpan::new(1, text.len() - 1);
        assert_eq!(find(text, object, b"name").unwrap().raw(text), b"2.5");
        assert_eq!(find_all(text, object, b"name").count(), 2);
        let array = dig(text, object, &[b"a", b"b"]).unwrap();
        let raw: Vec<&[u8]> = elements(text, array.span).map(|token| token.raw(text)).collect();
        assert_eq!(raw, [&b"1"[..], br#""x]\"""#, br#"{"c":null}"#]);
        assert_eq!(find(text, object, b"missing"), None);
        assert_eq!(members(text, array.span).count(), 0);
    }
}

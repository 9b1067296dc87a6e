//! Values of an expression: read for a kind of field, and written so that they read the same again.

use std::ops::Range;

use super::QueryError;
use super::field::Named;
use super::kind::Kind;
use super::token::Token;
use crate::base::text::{is_unsafe, unhex};
use crate::base::time::Timestamp;

/// A value of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Literal {
    Int(i128),
    /// From the first to the last, both included.
    Between(i128, i128),
    Text(String),
    /// A name of a code point; case does not matter.
    Name(String),
    /// Octets written in hexadecimal.
    Octets(Vec<u8>),
    /// For values of whatever kind: the text, and the number if it is one.
    Any(String, Option<i128>),
}

impl Literal {
    /// The number it stands for, where it stands for one.
    pub(super) const fn number(&self) -> Option<i128> {
        match self {
            Self::Int(number) | Self::Any(_, Some(number)) => Some(*number),
            _ => None,
        }
    }
}

impl Literal {
    /// The value as it reads back for a field of a kind.
    pub(super) fn written(&self, kind: Kind) -> String {
        match self {
            Self::Int(number) => written(*number, kind),
            Self::Between(low, high) => format!("{}..{}", written(*low, kind), written(*high, kind)),
            Self::Text(text) | Self::Name(text) | Self::Any(text, _) => quote(text),
            Self::Octets(octets) => colons(octets),
        }
    }
}

fn written(number: i128, kind: Kind) -> String {
    match kind {
        Kind::Duration => span(number),
        Kind::Time => i64::try_from(number).map_or_else(|_| number.to_string(), |nanos| instant(Timestamp(nanos))),
        Kind::Named(names) => {
            let named = names().into_iter().find(|(_, known)| *known == number);
            named.map_or_else(|| number.to_string(), |(name, _)| name.to_owned())
        }
        _ => number.to_string(),
    }
}

/// Nanoseconds in the greatest unit that tells them exactly.
pub(super) fn span(nanos: i128) -> String {
    const UNITS: [(i128, &str); 3] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")];
    let unit = UNITS.into_iter().find(|(length, _)| nanos != 0 && nanos % length == 0);
    unit.map_or_else(|| format!("{nanos}ns"), |(length, name)| format!("{}{name}", nanos / length))
}

/// A point in time without zeros that say nothing.
pub(super) fn instant(at: Timestamp) -> String {
    let text = at.to_string();
    let short = text.strip_suffix('Z').filter(|text| text.contains('.')).map(|text| text.trim_end_matches('0').trim_end_matches('.'));
    short.map_or_else(|| text.clone(), |short| format!("{short}Z"))
}

/// Text in quotes, as it reads back. Control characters and those nobody sees are spelled: the text may be pasted anywhere.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\\' | '"' => out.extend(['\\', c]),
            _ if is_unsafe(c) => out.extend(c.escape_unicode()),
            _ => out.push(c),
        }
    }
    out + "\""
}

/// Octets as an expression writes them: `de:ad`, a single one as `0xde`.
pub(super) fn colons(octets: &[u8]) -> String {
    match octets {
        [one] => format!("0x{one:02x}"),
        _ => octets.iter().map(|octet| format!("{octet:02x}")).collect::<Vec<_>>().join(":"),
    }
}

/// The value of a token for a field.
pub(super) fn literal(named: &Named, token: &Token, span: &Range<usize>) -> Result<Literal, QueryError> {
    let kind = named.field.kind;
    let text = token.source();
    let wrong = || QueryError::new(format!("{} {}", named.name, kind.advice()), span.clone());
    match kind {
        Kind::Number | Kind::Size | Kind::Duration | Kind::Time | Kind::Flag => number(kind, text).map(Literal::Int).ok_or_else(wrong),
        Kind::Text | Kind::Token => Ok(Literal::Text(text.to_owned())),
        Kind::Octets => Ok(octets(token).map_or_else(|| Literal::Text(text.to_owned()), Literal::Octets)),
        Kind::Any => Ok(Literal::Any(text.to_owned(), integer(text))),
        Kind::Named(names) => known(named, &names(), text, span).map(Literal::Int),
        Kind::Code(names) => match (integer(text), names()) {
            (Some(number), _) => Ok(Literal::Int(number)),
            (None, names) if names.is_empty() => Ok(Literal::Name(text.to_owned())),
            (None, names) => known(named, &names, text, span).map(|_| Literal::Name(text.to_owned())),
        },
    }
}

/// A range of values, `low..high`.
pub(super) fn between(named: &Named, (low, high): (&Token, &Token), span: &Range<usize>) -> Result<Literal, QueryError> {
    let kind = named.field.kind;
    let ends = (literal(named, low, span)?, literal(named, high, span)?);
    match (ends.0.number(), ends.1.number()) {
        (Some(low), Some(high)) if kind.is_ordered() && low <= high => Ok(Literal::Between(low, high)),
        (Some(low), Some(high)) if kind.is_ordered() && low > high => {
            Err(QueryError::new("this range is empty; the smaller end comes first", span.clone()))
        }
        _ => Err(QueryError::new(format!("{} has no order, so no ranges; list its values", named.name), span.clone())),
    }
}

/// Octets written in hexadecimal: `de:ad:be:ef` or `0xdeadbeef`, without quotes.
pub(super) fn octets(token: &Token) -> Option<Vec<u8>> {
    let Token::Word(word) = token else { return None };
    if let Some(digits) = word.strip_prefix("0x") {
        return unhex(digits).filter(|octets| !octets.is_empty());
    }
    let pairs = word.split(':').map(|pair| if pair.len() == 2 { unhex(pair) } else { None });
    let octets: Vec<u8> = pairs.collect::<Option<Vec<_>>>()?.concat();
    (octets.len() > 1).then_some(octets)
}

fn number(kind: Kind, text: &str) -> Option<i128> {
    match kind {
        Kind::Size => size(text),
        Kind::Duration => duration(text),
        Kind::Time => text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_nanosecond).or_else(|| integer(text)),
        Kind::Flag => flag(text),
        _ => integer(text),
    }
}

/// The number of a name; a number is taken as it is.
fn known(named: &Named, names: &[(&'static str, i128)], text: &str, span: &Range<usize>) -> Result<i128, QueryError> {
    if let Some((_, number)) = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Ok(*number);
    }
    integer(text).ok_or_else(|| {
        let hint = crate::base::spelling::hint(text, names.iter().map(|(name, _)| *name));
        let hint = if hint.is_empty() { format!("; its values are {}", listed(names)) } else { hint };
        QueryError::new(format!("{text} is no value of {}{hint}", named.name), span.clone())
    })
}

/// The names there are; of many, the first ones.
fn listed(names: &[(&'static str, i128)]) -> String {
    const MOST: usize = 24;
    let shown: Vec<&str> = names.iter().map(|(name, _)| *name).take(MOST).collect();
    format!("{}{}", shown.join(", "), if names.len() > MOST { ", …" } else { "" })
}

/// An integer, decimal or hexadecimal.
pub(super) fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from(u64::from_str_radix(hexadecimal, 16).ok()?),
        None if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse().ok()?,
        None => return None,
    };
    Some(if negative { -number } else { number })
}

/// Octets of a count with its unit.
fn size(text: &str) -> Option<i128> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let scale: i128 = match unit {
        "" | "B" => return integer(text.trim_end_matches('B')),
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" | "K" => 1 << 10,
        "MiB" | "M" => 1 << 20,
        "GiB" | "G" => 1 << 30,
        _ => return integer(text),
    };
    scaled(text.strip_suffix(unit)?, scale)
}

/// Nanoseconds of a number with its unit.
fn duration(text: &str) -> Option<i128> {
    if text == "0" {
        return Some(0);
    }
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let split = rest.find(|c: char| c.is_ascii_alphabetic() || c == 'µ')?;
    let (number, unit) = rest.split_at(split);
    let unit: i128 = match unit {
        "ns" => 1,
        "us" | "µs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "min" | "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    scaled(number, unit).map(|nanos| sign * nanos)
}

/// A decimal number times a unit; at most nine decimals are read.
fn scaled(number: &str, unit: i128) -> Option<i128> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let are_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 9 || !are_digits(whole) || !are_digits(decimals) {
        return None;
    }
    let scale = 10_i128.pow(u32::try_from(decimals.len()).ok()?);
    let fraction: i128 = if decimals.is_empty() { 0 } else { decimals.parse().ok()? };
    let whole: i128 = whole.parse::<i64>().ok()?.into();
    Some(whole * unit + fraction * unit / scale)
}

const fn flag(text: &str) -> Option<i128> {
    match text.as_bytes() {
        b"true" | b"1" => Some(1),
        b"false" | b"0" => Some(0),
        _ => None,
    }
}

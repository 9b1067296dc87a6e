//! A comparison: what values are accepted, decided while parsing.

use std::cmp::Ordering;
use std::ops::Range;

use regex_lite::Regex;

use super::QueryError;
use super::kind::Kind;
use super::text::{contains, contains_ignoring_case};
use super::token::{Spanned, Token};
use crate::base::text::hex;

/// A value of a row or of a dissection tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value<'a> {
    Int(i128),
    Text(&'a str),
    Octets(&'a [u8]),
    Flag(bool),
}

/// A value of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Literal {
    Int(i128),
    Text(String),
    /// A name of a code point; case does not matter.
    Name(String),
}

/// What a field's values are asked.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// Whether there is one; of truth values, whether it is true.
    Present,
    /// Whether one equals one of these.
    Equal(Vec<Literal>),
    /// Whether there is one and none equals this.
    Differs(Literal),
    /// Whether one stands in this order to this; the flag admits equality.
    Order(Ordering, bool, i128),
    /// Whether one contains these octets.
    Contains(String),
    /// Whether one contains these octets, whatever their case.
    ContainsAnyCase(String),
    /// Whether one matches.
    Matches(Regex),
}

impl Test {
    /// A comparison operator with its value.
    pub(super) fn comparison(kind: Kind, operator: &str, at: Range<usize>, token: &Token, span: &Range<usize>) -> Result<Self, QueryError> {
        let order = |ordering, equal| {
            if !kind.is_ordered() {
                return Err(QueryError::new("this field has no order; compare with == or !=, or use contains or matches", at.clone()));
            }
            match literal(kind, token, span)? {
                Literal::Int(number) => Ok(Self::Order(ordering, equal, number)),
                Literal::Text(_) | Literal::Name(_) => Err(QueryError::new("an order needs a number here", span.clone())),
            }
        };
        match operator {
            "==" => Ok(Self::Equal(vec![literal(kind, token, span)?])),
            "!=" => Ok(Self::Differs(literal(kind, token, span)?)),
            "<" => order(Ordering::Less, false),
            "<=" => order(Ordering::Less, true),
            ">" => order(Ordering::Greater, false),
            ">=" => order(Ordering::Greater, true),
            "contains" | "matches" if !kind.is_textual() => Err(QueryError::new("this field is no text; compare with ==", at)),
            "contains" => Ok(Self::Contains(source(token).to_owned())),
            "matches" => pattern(source(token), span),
            "=" => Err(QueryError::new("write == to compare", at)),
            "&" => Err(QueryError::new("write && or and", at)),
            _ => Err(QueryError::new("write || or or", at)),
        }
    }

    /// Membership.
    pub(super) fn within(kind: Kind, values: &[Spanned]) -> Result<Self, QueryError> {
        values.iter().map(|(token, span)| literal(kind, token, span)).collect::<Result<_, _>>().map(Self::Equal)
    }

    /// A short form: texts by containment, whatever their case; everything else by equality.
    pub(super) fn short(kind: Kind, token: &Token, span: &Range<usize>) -> Result<Self, QueryError> {
        match kind {
            Kind::Text => Ok(Self::ContainsAnyCase(source(token).to_owned())),
            _ => Ok(Self::Equal(vec![literal(kind, token, span)?])),
        }
    }

    /// Asks one value. The caller has to treat [`Test::Differs`] by its absence; see [`Test::result`].
    pub(super) fn accepts(&self, value: Value<'_>) -> bool {
        match self {
            Self::Present => value != Value::Flag(false),
            Self::Equal(literals) => literals.iter().any(|literal| equal(value, literal)),
            Self::Differs(literal) => equal(value, literal),
            Self::Order(ordering, or_equal, number) => match value {
                Value::Int(found) => found.cmp(number) == *ordering || (*or_equal && found == *number),
                _ => false,
            },
            Self::Contains(needle) => octets(value).is_some_and(|found| contains(found, needle.as_bytes())),
            Self::ContainsAnyCase(needle) => octets(value).is_some_and(|found| contains_ignoring_case(found, needle.as_bytes())),
            Self::Matches(regex) => octets(value).is_some_and(|found| regex.is_match(&String::from_utf8_lossy(found))),
        }
    }

    /// The result over all values: whether some were there, and whether one was accepted.
    pub(super) const fn result(&self, seen: bool, accepted: bool) -> bool {
        match self {
            Self::Differs(_) => seen && !accepted,
            _ => accepted,
        }
    }
}

fn equal(value: Value<'_>, literal: &Literal) -> bool {
    match (value, literal) {
        (Value::Int(found), Literal::Int(wanted)) => found == *wanted,
        (Value::Flag(found), Literal::Int(wanted)) => i128::from(found) == *wanted,
        (Value::Text(found), Literal::Text(wanted)) => found == wanted || unquoted(found) == Some(wanted),
        (Value::Text(found), Literal::Name(wanted)) => found.eq_ignore_ascii_case(wanted),
        (Value::Octets(found), Literal::Text(wanted)) => {
            found == wanted.as_bytes() || (wanted.len() == 2 * found.len() && hex(found).eq_ignore_ascii_case(wanted))
        }
        _ => false,
    }
}

/// The inside of a JSON string token.
fn unquoted(token: &str) -> Option<&str> {
    token.strip_prefix('"')?.strip_suffix('"')
}

const fn octets(value: Value<'_>) -> Option<&[u8]> {
    match value {
        Value::Text(text) => Some(text.as_bytes()),
        Value::Octets(octets) => Some(octets),
        Value::Int(_) | Value::Flag(_) => None,
    }
}

fn source(token: &Token) -> &str {
    match token {
        Token::Word(text) | Token::Text(text) => text,
        Token::Symbol(symbol) => symbol,
    }
}

fn pattern(source: &str, span: &Range<usize>) -> Result<Test, QueryError> {
    Regex::new(source).map(Test::Matches).map_err(|fault| QueryError::new(format!("this pattern is wrong: {fault}"), span.clone()))
}

/// The value of a token for a field of a kind.
fn literal(kind: Kind, token: &Token, span: &Range<usize>) -> Result<Literal, QueryError> {
    let text = source(token);
    let wrong = |message: &str| QueryError::new(message, span.clone());
    match kind {
        Kind::Number => integer(text).map(Literal::Int).ok_or_else(|| wrong("this field takes a number, decimal or 0x…")),
        Kind::Duration => duration(text).map(Literal::Int).ok_or_else(|| wrong("this field takes a time with its unit: 250ms, 1.5s, 10us")),
        Kind::Time => time(text).map(Literal::Int).ok_or_else(|| wrong("this field takes a time like \"2026-01-31T12:00:00Z\"")),
        Kind::Flag => flag(text).map(Literal::Int).ok_or_else(|| wrong("this field is true or false")),
        Kind::Text | Kind::Token | Kind::Octets => Ok(Literal::Text(text.to_owned())),
        Kind::Code => Ok(integer(text).map_or_else(|| Literal::Name(text.to_owned()), Literal::Int)),
        Kind::Named(names) => named(&names(), text, span).map(Literal::Int),
    }
}

fn named(names: &[(&'static str, i128)], text: &str, span: &Range<usize>) -> Result<i128, QueryError> {
    if let Some((_, number)) = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Ok(*number);
    }
    integer(text).ok_or_else(|| {
        let hint = crate::base::spelling::hint(text, names.iter().map(|(name, _)| *name));
        let hint = if hint.is_empty() {
            format!("; known are {}", names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "))
        } else {
            hint
        };
        QueryError::new(format!("{text} is no value of this field{hint}"), span.clone())
    })
}

fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from(u64::from_str_radix(hexadecimal, 16).ok()?),
        None if digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse().ok()?,
        None => return None,
    };
    Some(if negative { -number } else { number })
}

/// Nanoseconds of a number with its unit; at most nine decimals are read.
fn duration(text: &str) -> Option<i128> {
    let split = text.find(|c: char| c.is_ascii_alphabetic() || c == 'µ')?;
    let (number, unit) = text.split_at(split);
    let unit: i128 = match unit {
        "ns" => 1,
        "us" | "µs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "min" | "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if decimals.len() > 9 || !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let scale = 10_i128.pow(u32::try_from(decimals.len()).ok()?);
    let fraction: i128 = if decimals.is_empty() { 0 } else { decimals.parse().ok()? };
    let whole: i128 = whole.parse::<i64>().ok()?.into();
    Some(whole * unit + fraction * unit / scale)
}

fn time(text: &str) -> Option<i128> {
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_nanosecond)
}

const fn flag(text: &str) -> Option<i128> {
    match text.as_bytes() {
        b"true" | b"1" => Some(1),
        b"false" | b"0" => Some(0),
        _ => None,
    }
}

//! A comparison: what values are accepted, decided while parsing.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use regex_lite::{Regex, RegexBuilder};

use super::QueryError;
use super::field::Named;
use super::kind::Kind;
use super::literal::{Literal, colons, literal, octets as written_octets, quote};
use super::text::{contains, contains_ignoring_case};
use super::token::Token;
use crate::base::text::hex;

/// Memory of one compiled pattern, in octets.
const PATTERN_SIZE: usize = 1 << 18;

/// A value of a row or of a dissection tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value<'a> {
    Int(i128),
    Text(&'a str),
    Octets(&'a [u8]),
    Flag(bool),
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
    Contains(Needle),
    /// Whether one contains these octets, whatever their case.
    ContainsAnyCase(String),
    /// Whether one matches.
    Matches(Regex),
}

/// Octets that are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Needle {
    /// The octets.
    pub(super) octets: Vec<u8>,
    /// Whether they were written in hexadecimal.
    pub(super) is_hex: bool,
}

impl Test {
    /// A comparison operator with its value.
    pub(super) fn comparison(
        named: &Named,
        operator: &str,
        at: Range<usize>,
        token: &Token,
        span: &Range<usize>,
    ) -> Result<Self, QueryError> {
        let kind = named.field.kind;
        let order = |ordering, equal| {
            if !kind.is_ordered() {
                let advice = if kind.is_textual() { "compare with == or !=, or use contains or matches" } else { "compare with == or !=" };
                return Err(QueryError::new(format!("{} has no order; {advice}", named.name), at.clone()));
            }
            match literal(named, token, span)?.number() {
                Some(number) => Ok(Self::Order(ordering, equal, number)),
                None => Err(QueryError::new(format!("{} compares by number here; a name of it has no order", named.name), span.clone())),
            }
        };
        match operator {
            "==" => Ok(Self::Equal(vec![literal(named, token, span)?])),
            "!=" => Ok(Self::Differs(literal(named, token, span)?)),
            "<" => order(Ordering::Less, false),
            "<=" => order(Ordering::Less, true),
            ">" => order(Ordering::Greater, false),
            ">=" => order(Ordering::Greater, true),
            "contains" | "matches" if !kind.is_textual() => {
                Err(QueryError::new(format!("{} is no text; compare it with == or in {{…}}", named.name), at))
            }
            "contains" => Ok(Self::Contains(needle(kind, token))),
            "matches" => pattern(token.source(), span),
            "=" => Err(QueryError::new("write == to compare", at)),
            "&" => Err(QueryError::new("write && or and", at)),
            _ => Err(QueryError::new("write || or or", at)),
        }
    }

    /// A short form: texts by containment, whatever their case; everything else by equality.
    pub(super) fn short(named: &Named, token: &Token, span: &Range<usize>) -> Result<Self, QueryError> {
        match named.field.kind {
            Kind::Text => Ok(Self::ContainsAnyCase(token.source().to_owned())),
            _ => Ok(Self::Equal(vec![literal(named, token, span)?])),
        }
    }

    /// Whether it asks for presence alone.
    pub(super) const fn is_presence(&self) -> bool {
        matches!(self, Self::Present)
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
            Self::Contains(needle) => octets(value).is_some_and(|found| contains(found, &needle.octets)),
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

    /// Writes the test of a field as it reads back.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, named: &Named) -> fmt::Result {
        let (name, kind) = (&named.name, named.field.kind);
        match self {
            Self::Present => f.write_str(name),
            Self::Equal(literals) => match literals.as_slice() {
                [one] if !matches!(one, Literal::Between(..)) => write!(f, "{name} == {}", one.written(kind)),
                many => {
                    let values: Vec<String> = many.iter().map(|literal| literal.written(kind)).collect();
                    write!(f, "{name} in {{{}}}", values.join(", "))
                }
            },
            Self::Differs(literal) => write!(f, "{name} != {}", literal.written(kind)),
            Self::Order(ordering, or_equal, number) => {
                let sign = if *ordering == Ordering::Less { "<" } else { ">" };
                write!(f, "{name} {sign}{} {}", if *or_equal { "=" } else { "" }, Literal::Int(*number).written(kind))
            }
            Self::Contains(needle) if needle.is_hex => write!(f, "{name} contains {}", colons(&needle.octets)),
            Self::Contains(needle) => write!(f, "{name} contains {}", quote(&String::from_utf8_lossy(&needle.octets))),
            Self::ContainsAnyCase(needle) => write!(f, "{name}:{}", quote(needle)),
            Self::Matches(regex) => write!(f, "{name} matches {}", quote(regex.as_str())),
        }
    }
}

fn equal(value: Value<'_>, literal: &Literal) -> bool {
    match (value, literal) {
        (Value::Int(found), Literal::Int(wanted) | Literal::Any(_, Some(wanted))) => found == *wanted,
        (Value::Int(found), Literal::Between(low, high)) => (*low..=*high).contains(&found),
        (Value::Flag(found), Literal::Int(wanted)) => i128::from(found) == *wanted,
        (Value::Flag(found), Literal::Any(wanted, _)) => wanted == if found { "true" } else { "false" },
        (Value::Text(found), Literal::Text(wanted) | Literal::Any(wanted, _)) => found == wanted || unquoted(found) == Some(wanted),
        (Value::Text(found), Literal::Name(wanted)) => found.eq_ignore_ascii_case(wanted),
        (Value::Octets(found), Literal::Octets(wanted)) => found == wanted,
        (Value::Octets(found), Literal::Text(wanted)) => is_text_or_hex(found, wanted),
        (Value::Octets(found), Literal::Any(wanted, _)) => is_text_or_hex(found, wanted) || is_text_or_hex(found, &wanted.replace(':', "")),
        _ => false,
    }
}

fn is_text_or_hex(found: &[u8], wanted: &str) -> bool {
    found == wanted.as_bytes() || (wanted.len() == 2 * found.len() && hex(found).eq_ignore_ascii_case(wanted))
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

fn needle(kind: Kind, token: &Token) -> Needle {
    let written = if matches!(kind, Kind::Octets | Kind::Any) { written_octets(token) } else { None };
    match written {
        Some(octets) => Needle { octets, is_hex: true },
        None => Needle { octets: token.source().as_bytes().to_vec(), is_hex: false },
    }
}

fn pattern(source: &str, span: &Range<usize>) -> Result<Test, QueryError> {
    let built = RegexBuilder::new(source).size_limit(PATTERN_SIZE).build();
    built.map(Test::Matches).map_err(|fault| QueryError::new(format!("this pattern is wrong: {fault}"), span.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::literal::integer;
    use super::*;

    #[test]
    fn integers_of_64_bits_compare_exactly() {
        let test = Test::Equal(vec![Literal::Int(integer("18446744073709551615").unwrap())]);
        assert!(test.accepts(Value::Int(u64::MAX.into())));
        assert!(!test.accepts(Value::Int(i128::from(u64::MAX) - 1)));
    }
}

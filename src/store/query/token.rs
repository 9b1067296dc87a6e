//! Words, texts and symbols of the filter language.

use std::ops::Range;

use winnow::ascii::multispace0;
use winnow::combinator::{alt, delimited, repeat};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::{any, none_of, take_while};

use super::QueryError;
use crate::base::text::is_unsafe;

type Input<'a> = LocatingSlice<&'a str>;

/// One token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A field, a number, a name, or text without quotes.
    Word(String),
    /// Text that stood in quotes.
    Text(String),
    /// An operator or a bracket.
    Symbol(&'static str),
}

impl Token {
    /// What it says, without quotes.
    pub(super) fn source(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
            Self::Symbol(symbol) => symbol,
        }
    }
}

/// A token with the octets that say it.
pub(super) type Spanned = (Token, Range<usize>);

/// The tokens of `source`.
pub(super) fn tokens(source: &str) -> Result<Vec<Spanned>, QueryError> {
    let mut input = LocatingSlice::new(source);
    let mut out = Vec::new();
    loop {
        let _: Result<&str, EmptyError> = multispace0.parse_next(&mut input);
        if input.eof_offset() == 0 {
            return Ok(out);
        }
        let start = input.current_token_start();
        match token.with_span().parse_next(&mut input) {
            Ok(found) => out.push(found),
            Err(EmptyError) => return Err(unreadable(source, start)),
        }
    }
}

fn token(input: &mut Input<'_>) -> Result<Token, EmptyError> {
    alt((quoted.map(Token::Text), symbol.map(Token::Symbol), word.map(Token::Word))).parse_next(input)
}

fn symbol(input: &mut Input<'_>) -> Result<&'static str, EmptyError> {
    let doubled = alt(("==".value("=="), "!=".value("!="), "<=".value("<="), ">=".value(">="), "&&".value("and"), "||".value("or")));
    let comparing = alt(("<".value("<"), ">".value(">"), "!".value("not"), "=".value("="), "&".value("&"), "|".value("|")));
    let grouping = alt(("(".value("("), ")".value(")"), "{".value("{"), "}".value("}"), ",".value(",")));
    alt((doubled, comparing, grouping)).parse_next(input)
}

fn word(input: &mut Input<'_>) -> Result<String, EmptyError> {
    take_while(1.., is_word).map(str::to_owned).parse_next(input)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_./-:@%+*$#~?[]".contains(c)
}

/// Text in double quotes. `\"` and `\\` stand for themselves, `\u{1b}` for a character that is not written as it is; any other backslash
/// is kept, so that patterns read as usual.
fn quoted(input: &mut Input<'_>) -> Result<String, EmptyError> {
    let escaped = ('\\', any).map(|(_, c): (_, char)| if c == '"' || c == '\\' { c.to_string() } else { format!("\\{c}") });
    let plain = none_of(['"', '\\']).map(|c: char| c.to_string());
    delimited('"', repeat(0.., alt((spelled, escaped, plain))), '"').parse_next(input)
}

/// A control character, or one that nobody sees, by its number. Others are left to patterns.
fn spelled(input: &mut Input<'_>) -> Result<String, EmptyError> {
    let digits = delimited("\\u{", take_while(1..=6, |c: char| c.is_ascii_hexdigit()), '}');
    let letter = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).filter(|c| is_unsafe(*c));
    digits.verify_map(letter).map(String::from).parse_next(input)
}

fn unreadable(source: &str, start: usize) -> QueryError {
    let rest = source.get(start..).unwrap_or_default();
    let width = rest.chars().next().map_or(0, char::len_utf8);
    if rest.starts_with('"') {
        return QueryError::new("this text has no closing quote", start..source.len());
    }
    QueryError::new("this sign has no meaning here; put text in double quotes", start..start + width)
}

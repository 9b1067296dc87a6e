//! Identifiers compared three ways: as octets, as types, as values [JSON-RPC carriage §8].

use crate::codec::json::token::Kind;
use crate::codec::json::{number, text};

/// How the id of a reply stands to the id of its request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdRelation {
    /// The same octets.
    Same,
    /// The same type and value, other octets: `1` and `1.0`, `"a"` and `"\u0061"`, `0` and `-0`.
    Respelled,
    /// A number that a double cannot tell from the request's: it was rounded on the way.
    PrecisionLost,
    /// The same characters, another type: `7` and `"7"`; or a type that no id may have.
    TypeChanged,
    /// A success reply with id null to a request whose id is not null.
    NullInSuccess,
    /// An error reply with id null to a request whose id is not null.
    NullInError,
    /// The reply has no id.
    Missing,
    /// Another value.
    Mismatch,
}

impl IdRelation {
    /// Whether both ids denote the same request beyond doubt.
    pub const fn agrees(self) -> bool {
        matches!(self, Self::Same | Self::Respelled)
    }
}

/// Compares the raw id token of a reply with that of its request. `success`: the reply carries a result.
pub fn compare_ids(request: &[u8], reply: Option<&[u8]>, success: bool) -> IdRelation {
    let Some(reply) = reply else { return IdRelation::Missing };
    if request == reply {
        return IdRelation::Same;
    }
    match (Kind::of(request), Kind::of(reply)) {
        (_, Some(Kind::Null)) if success => IdRelation::NullInSuccess,
        (_, Some(Kind::Null)) => IdRelation::NullInError,
        (Some(Kind::String), Some(Kind::String)) => compare_strings(request, reply),
        (Some(asked), Some(answered)) if asked.is_number() && answered.is_number() => compare_numbers(request, reply),
        (_, Some(Kind::True | Kind::False | Kind::Object | Kind::Array)) => IdRelation::TypeChanged,
        (Some(_), Some(_)) => compare_types(request, reply),
        _ => IdRelation::Mismatch,
    }
}

fn compare_strings(request: &[u8], reply: &[u8]) -> IdRelation {
    if text::decode(request) == text::decode(reply) { IdRelation::Respelled } else { IdRelation::Mismatch }
}

fn compare_numbers(request: &[u8], reply: &[u8]) -> IdRelation {
    if number::equal(request, reply) {
        IdRelation::Respelled
    } else if number::merge_as_double(request, reply) {
        IdRelation::PrecisionLost
    } else {
        IdRelation::Mismatch
    }
}

/// For tokens of two types: whether they show the same characters, or numbers of one value.
fn compare_types(request: &[u8], reply: &[u8]) -> IdRelation {
    let (asked, answered) = (text::decode(request), text::decode(reply));
    let numbers = Kind::of(&asked).is_some_and(Kind::is_number) && Kind::of(&answered).is_some_and(Kind::is_number);
    if asked == answered || (numbers && number::equal(&asked, &answered)) { IdRelation::TypeChanged } else { IdRelation::Mismatch }
}

/// How a correlation was made from the id of its request. Nothing here is required: any token is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derivation {
    /// The octets of the id token, as recommended.
    Token,
    /// The id re-encoded: the string with its minimal quoting.
    Minimal,
    /// The characters of a string id, without the quotes: collides with a number id.
    Unquoted,
    /// Anything else.
    Opaque,
}

/// Compares a correlation with the raw id token of its request.
pub fn derivation(correlation: &[u8], id: &[u8]) -> Derivation {
    if correlation == id {
        return Derivation::Token;
    }
    if Kind::of(id) != Some(Kind::String) {
        return Derivation::Opaque;
    }
    let characters = text::decode(id);
    if correlation == &*characters {
        Derivation::Unquoted
    } else if Kind::of(correlation) == Some(Kind::String) && text::decode(correlation) == characters {
        Derivation::Minimal
    } else {
        Derivation::Opaque
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of the comparison table in the rules.
    #[test]
    fn compares_as_the_table_of_the_rules_says() {
        let rows: &[(&str, &str, IdRelation)] = &[
            ("7", "7", IdRelation::Same),
            ("7", "\"7\"", IdRelation::TypeChanged),
            ("\"7\"", "7", IdRelation::TypeChanged),
            ("7", "7.0", IdRelation::Respelled),
            ("7", "7e0", IdRelation::Respelled),
            ("7", "70e-1", IdRelation::Respelled),
            ("0", "-0", IdRelation::Respelled),
            ("\"a\"", "\"\\u0061\"", IdRelation::Respelled),
            ("\"\u{e9}\"", "\"e\u{301}\"", IdRelation::Mismatch),
            ("9007199254740993", "9007199254740992", IdRelation::PrecisionLost),
            ("null", "null", IdRelation::Same),
            ("5", "null", IdRelation::NullInError),
            ("\"null\"", "null", IdRelation::NullInError),
            ("null", "\"null\"", IdRelation::TypeChanged),
            ("1", "true", IdRelation::TypeChanged),
            ("1", "2", IdRelation::Mismatch),
            ("1", "\"2\"", IdRelation::Mismatch),
        ];
        for (request, reply, relation) in rows {
            assert_eq!(compare_ids(request.as_bytes(), Some(reply.as_bytes()), false), *relation, "{request} {reply}");
        }
        assert_eq!(compare_ids(b"5", Some(b"null"), true), IdRelation::NullInSuccess);
        assert_eq!(compare_ids(b"null", None, true), IdRelation::Missing);
    }

    #[test]
    fn tells_how_a_correlation_was_made() {
        assert_eq!(derivation(b"7", b"7"), Derivation::Token);
        assert_eq!(derivation(b"\"7\"", b"\"7\""), Derivation::Token);
        assert_eq!(derivation(b"7", b"\"7\""), Derivation::Unquoted);
        assert_eq!(derivation(b"\"a\"", b"\"\\u0061\""), Derivation::Minimal);
        assert_eq!(derivation(&[1, 2, 3, 4], b"7"), Derivation::Opaque);
    }
}

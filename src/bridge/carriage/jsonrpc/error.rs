//! The error object of a JSON-RPC error response.

use smallvec::SmallVec;

use crate::base::span::ByteSpan;
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{number, text, walk};

/// Names listed of members beyond code, message and data.
const MOST_EXTRA: usize = 8;

/// The value of `error`, whatever it is. Members are read when it is an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorObject {
    /// The value.
    pub token: Token,
    /// `code`; the last one when repeated.
    pub code: Option<Token>,
    /// `message`.
    pub message: Option<Token>,
    /// `data`.
    pub data: Option<Token>,
    /// Names of other members, with quotes.
    pub extra: SmallVec<[ByteSpan; 1]>,
    /// Earlier values of a repeated `code`.
    pub earlier_codes: SmallVec<[Token; 1]>,
}

impl ErrorObject {
    /// Reads the members of the value at `token`.
    pub fn of(octets: &[u8], token: Token) -> Self {
        let mut object = Self { token, code: None, message: None, data: None, extra: SmallVec::new(), earlier_codes: SmallVec::new() };
        for member in walk::members(octets, token.span) {
            match &*text::decode(member.name.of(octets)) {
                b"code" => {
                    if let Some(earlier) = object.code.replace(member.value)
                        && object.earlier_codes.len() < MOST_EXTRA
                    {
                        object.earlier_codes.push(earlier);
                    }
                }
                b"message" => object.message = Some(member.value),
                b"data" => object.data = Some(member.value),
                _ if object.extra.len() < MOST_EXTRA => object.extra.push(member.name),
                _ => {}
            }
        }
        object
    }

    /// The code, when it is spelled as an integer that fits 64 bits.
    pub fn code_value(&self, octets: &[u8]) -> Option<i64> {
        self.code.filter(|token| token.kind == Kind::Integer).and_then(|token| number::integer(token.raw(octets)))
    }

    /// The decoded message, when it is a string; safe for people only after `base::text`.
    pub fn message_text(&self, octets: &[u8]) -> Option<String> {
        self.message.filter(|token| token.kind == Kind::String).map(|token| text::show(token.raw(octets)))
    }
}

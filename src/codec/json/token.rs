//! What a value is, by its first octets.

use crate::base::span::ByteSpan;

/// The type of a value. Numbers are told apart by spelling: `1.0` and `1e0` are fractional.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A string.
    String,
    /// A number without fraction and exponent.
    Integer,
    /// A number with a fraction or an exponent.
    Fractional,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `null`.
    Null,
    /// An object.
    Object,
    /// An array.
    Array,
}

impl Kind {
    /// The type of a raw token; `None` when it begins like no value.
    pub fn of(raw: &[u8]) -> Option<Self> {
        Some(match *raw.first()? {
            b'"' => Self::String,
            b'{' => Self::Object,
            b'[' => Self::Array,
            b't' => Self::True,
            b'f' => Self::False,
            b'n' => Self::Null,
            b'-' | b'0'..=b'9' => Self::of_number(raw),
            _ => return None,
        })
    }

    /// Integer or fractional, by spelling.
    pub fn of_number(raw: &[u8]) -> Self {
        if raw.iter().any(|octet| matches!(octet, b'.' | b'e' | b'E')) { Self::Fractional } else { Self::Integer }
    }

    /// Whether it is a number of either spelling.
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Fractional)
    }

    /// Whether it is `true` or `false`.
    pub const fn is_bool(self) -> bool {
        matches!(self, Self::True | Self::False)
    }

    /// The name people know.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Fractional => "number",
            Self::True | Self::False => "boolean",
            Self::Null => "null",
            Self::Object => "object",
            Self::Array => "array",
        }
    }
}

/// A value in a text: where it lies and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    /// From its first octet to its last; quotes and brackets included.
    pub span: ByteSpan,
    /// Its type.
    pub kind: Kind,
}

impl Token {
    /// The octets of the token.
    pub fn raw(self, text: &[u8]) -> &[u8] {
        self.span.of(text)
    }

    /// The truth value of a boolean; `None` for every other type.
    pub const fn truth(self) -> Option<bool> {
        match self.kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }
}

/// A member of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// The name with its quotes, as spelled.
    pub name: ByteSpan,
    /// The value.
    pub value: Token,
}

impl Member {
    /// Whether the decoded name is `name`.
    pub fn is(self, text: &[u8], name: &[u8]) -> bool {
        super::text::is(self.name.of(text), name)
    }
}

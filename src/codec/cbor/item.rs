//! One item and what it says.

use crate::base::span::ByteSpan;

use super::head::Head;

/// One item of a scanned text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Head and content.
    pub span: ByteSpan,
    /// What lies behind the head: octets of a string, items of a container.
    pub content: ByteSpan,
    /// What it is.
    pub kind: Kind,
}

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number from 0 up.
    Uint(u64),
    /// A number below 0: -1 less this.
    Negative(u64),
    /// An octet string.
    Bytes,
    /// A text.
    Text,
    /// A string of indefinite length, in chunks.
    Chunks,
    /// An array.
    Array,
    /// A map.
    Map,
    /// A tag before another item.
    Tag(u64),
    /// A truth value.
    Bool(bool),
    /// Null, undefined, or another simple value.
    Simple(u8),
    /// A floating-point number: its bits as binary64, and the octets it was spelled in.
    Float {
        /// Bits of the value as binary64.
        bits: u64,
        /// 2, 4 or 8.
        width: u8,
    },
}

impl Kind {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uint(_) => "unsigned integer",
            Self::Negative(_) => "negative integer",
            Self::Bytes => "octet string",
            Self::Text => "text",
            Self::Chunks => "string in pieces",
            Self::Array => "array",
            Self::Map => "map",
            Self::Tag(_) => "tag",
            Self::Bool(_) => "truth value",
            Self::Simple(22) => "null",
            Self::Simple(_) => "simple value",
            Self::Float { .. } => "floating-point number",
        }
    }
}

impl Item {
    /// The item whose head stands at `start`.
    pub(super) fn new(head: &Head, start: usize, end: usize) -> Self {
        let content = start.saturating_add(head.length);
        Self { span: ByteSpan::new(start, end), content: ByteSpan::new(content, end), kind: kind(head) }
    }

    /// The value of an unsigned integer.
    pub const fn uint(&self) -> Option<u64> {
        match self.kind {
            Kind::Uint(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an integer that fits.
    pub fn int(&self) -> Option<i64> {
        match self.kind {
            Kind::Uint(value) => i64::try_from(value).ok(),
            Kind::Negative(value) => i64::try_from(value).ok().and_then(|value| (-1i64).checked_sub(value)),
            _ => None,
        }
    }

    /// Whether it is an integer of either sign.
    pub const fn is_int(&self) -> bool {
        matches!(self.kind, Kind::Uint(_) | Kind::Negative(_))
    }

    /// The octets of an octet string.
    pub fn bytes<'a>(&self, octets: &'a [u8]) -> Option<&'a [u8]> {
        (self.kind == Kind::Bytes).then(|| self.content.of(octets))
    }

    /// The octets of a text, which need not be UTF-8.
    pub fn text<'a>(&self, octets: &'a [u8]) -> Option<&'a [u8]> {
        (self.kind == Kind::Text).then(|| self.content.of(octets))
    }

    /// The truth value.
    pub const fn bool(&self) -> Option<bool> {
        match self.kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The floating-point value.
    pub const fn float(&self) -> Option<f64> {
        match self.kind {
            Kind::Float { bits, .. } => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Head and content as on the wire.
    pub fn raw<'a>(&self, octets: &'a [u8]) -> &'a [u8] {
        self.span.of(octets)
    }
}

fn kind(head: &Head) -> Kind {
    match (head.major, head.argument) {
        (0, Some(value)) => Kind::Uint(value),
        (1, Some(value)) => Kind::Negative(value),
        (2 | 3, None) => Kind::Chunks,
        (2, _) => Kind::Bytes,
        (3, _) => Kind::Text,
        (4, _) => Kind::Array,
        (5, _) => Kind::Map,
        (6, tag) => Kind::Tag(tag.unwrap_or_default()),
        (_, value) => simple(value.unwrap_or_default(), head.width),
    }
}

fn simple(value: u64, width: u8) -> Kind {
    match (width, value) {
        (0, 20) => Kind::Bool(false),
        (0, 21) => Kind::Bool(true),
        (2, bits) => Kind::Float { bits: half(bits).to_bits(), width },
        (4, bits) => Kind::Float { bits: f64::from(f32::from_bits(u32::try_from(bits).unwrap_or_default())).to_bits(), width },
        (8, bits) => Kind::Float { bits, width },
        (_, value) => Kind::Simple(u8::try_from(value).unwrap_or_default()),
    }
}

/// The value of a binary16.
fn half(bits: u64) -> f64 {
    let bits = u16::try_from(bits).unwrap_or_default();
    let (exponent, mantissa) = (i32::from((bits >> 10) & 0x1F), f64::from(bits & 0x3FF));
    let magnitude = match exponent {
        0 => mantissa * (-24f64).exp2(),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (mantissa + 1024.0) * f64::from(exponent.saturating_sub(25)).exp2(),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_the_values_of_the_standard() {
        for (bits, value) in
            [(0x0000, 0.0), (0x3C00, 1.0), (0x3E00, 1.5), (0x7BFF, 65504.0), (0xC400, -4.0), (0x0001, 5.960_464_477_539_063e-8)]
        {
            assert!((half(bits) - value).abs() < f64::EPSILON, "{bits:04x}");
        }
        assert!(half(0x7C00).is_infinite() && half(0x7E00).is_nan());
    }
}

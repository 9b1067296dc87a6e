//! What can be wrong with an encoding, and where.

use crate::base::span::ByteSpan;

/// One thing that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub reason: Reason,
    /// The octets at fault: an item, its head, or what follows the item. Empty at the end of a text that breaks off.
    pub span: ByteSpan,
    /// For keys: the key it collides with or should have preceded.
    pub other: Option<ByteSpan>,
}

impl Fault {
    /// Offset of the first octet at fault.
    pub const fn at(&self) -> u32 {
        self.span.start
    }
}

/// Why an encoding is not deterministic CBOR.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The octets end inside an item, or there are none.
    Truncated,
    /// The additional information is 28, 29 or 30, or a simple value below 32 is spelled in two octets.
    Reserved,
    /// A break stands where an item must.
    Break,
    /// A chunk of a string of indefinite length is no string of that kind.
    Chunk,
    /// Nested deeper than the reader follows.
    TooDeep,
    /// The item is no map, where one is demanded.
    NotMap,
    /// Octets follow the item.
    Trailing,
    /// Nested deeper than generation 3 allows.
    Nesting,
    /// A number, length or count is longer than it need be.
    NotShortest,
    /// An item of indefinite length.
    Indefinite,
    /// Keys are sorted neither by their octets nor by their length.
    KeyOrder,
    /// Keys are sorted by length first, as an older convention has it.
    LengthFirst,
    /// A key occurs twice.
    DuplicateKey,
    /// A tag.
    Tag,
    /// A text is no UTF-8.
    NotUtf8,
}

impl Reason {
    /// Whether nothing behind the fault could be read.
    pub const fn is_fatal(self) -> bool {
        matches!(self, Self::Truncated | Self::Reserved | Self::Break | Self::Chunk | Self::TooDeep)
    }

    /// In words, as the end of a sentence that begins "the body …".
    pub const fn text(self) -> &'static str {
        match self {
            Self::Truncated => "ends inside an item",
            Self::Reserved => "holds an encoding that is reserved",
            Self::Break => "holds a break where an item must stand",
            Self::Chunk => "holds a string made of pieces of another kind",
            Self::TooDeep => "is nested too deeply to be read",
            Self::NotMap => "is no map",
            Self::Trailing => "is followed by other octets",
            Self::Nesting => "is nested more than eight deep",
            Self::NotShortest => "holds a number that is longer than it need be",
            Self::Indefinite => "holds an item of indefinite length",
            Self::KeyOrder => "holds keys that are not in order",
            Self::LengthFirst => "holds keys that are ordered by their length first",
            Self::DuplicateKey => "holds a key twice",
            Self::Tag => "holds a tag",
            Self::NotUtf8 => "holds a text that is not UTF-8",
        }
    }

    /// As a word for evidence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Truncated => "truncated",
            Self::Reserved => "reserved",
            Self::Break => "break",
            Self::Chunk => "chunk",
            Self::TooDeep => "too-deep",
            Self::NotMap => "not-a-map",
            Self::Trailing => "trailing",
            Self::Nesting => "depth-over-8",
            Self::NotShortest => "not-shortest",
            Self::Indefinite => "indefinite",
            Self::KeyOrder => "key-order",
            Self::LengthFirst => "length-first",
            Self::DuplicateKey => "duplicate-key",
            Self::Tag => "tag",
            Self::NotUtf8 => "not-utf8",
        }
    }
}

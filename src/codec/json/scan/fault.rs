//! Where and why a text stops being JSON.

/// Where and why a text stops being JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Offset of the octet that cannot be there; the length of the text when it ends early.
    pub at: u32,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a text is not JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no value.
    Empty,
    /// The text ends inside a value.
    End,
    /// No value begins with this octet.
    NoValue,
    /// An object member does not begin with a name.
    NoName,
    /// No colon follows a name.
    NoColon,
    /// Neither a comma nor the closing bracket follows a value.
    NoComma,
    /// A control octet stands unescaped in a string.
    Control,
    /// A backslash is followed by no escape.
    Escape,
    /// A number breaks off or has a leading zero.
    Number,
    /// A word is none of `true`, `false`, `null`.
    Word,
}

impl Reason {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Empty => "there is no value",
            Self::End => "the text ends inside a value",
            Self::NoValue => "no value begins with this octet",
            Self::NoName => "an object member does not begin with a name",
            Self::NoColon => "no colon follows a member name",
            Self::NoComma => "neither a comma nor a closing bracket follows a value",
            Self::Control => "a control octet stands unescaped in a string",
            Self::Escape => "a backslash is followed by no escape",
            Self::Number => "a number breaks off or has a leading zero",
            Self::Word => "a word is none of true, false, null",
        }
    }
}

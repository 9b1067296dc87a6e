//! Effect classes of a SafetyLabel [bridge §7].

/// What a request does to state, in order of severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// Changes nothing.
    ReadOnly,
    /// Repeating it changes nothing more.
    IdempotentWrite,
    /// Repeating it changes more.
    NonIdempotentWrite,
    /// Cannot be undone.
    Destructive,
}

impl Effect {
    /// Every class, mildest first.
    pub const ALL: [Self; 4] = [Self::ReadOnly, Self::IdempotentWrite, Self::NonIdempotentWrite, Self::Destructive];

    /// The class of an effect octet; `None` when undefined (receivers treat it as destructive).
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::ReadOnly),
            1 => Some(Self::IdempotentWrite),
            2 => Some(Self::NonIdempotentWrite),
            3 => Some(Self::Destructive),
            _ => None,
        }
    }

    /// The effect octet.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The name of the draft.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::IdempotentWrite => "idempotent_write",
            Self::NonIdempotentWrite => "non_idempotent_write",
            Self::Destructive => "destructive",
        }
    }

    /// Two letters for narrow columns.
    pub const fn short(self) -> &'static str {
        match self {
            Self::ReadOnly => "ro",
            Self::IdempotentWrite => "iw",
            Self::NonIdempotentWrite => "nw",
            Self::Destructive => "DX",
        }
    }
}

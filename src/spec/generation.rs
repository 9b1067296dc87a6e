//! Crypto generations and how an association's is known.

/// A crypto generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Generation {
    /// `n-pamp/2`.
    Two,
    /// `n-pamp/3`.
    Three,
}

impl Generation {
    /// 2 or 3.
    pub const fn number(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

/// How the generation is known, strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GenerationSource {
    /// The user said so.
    Configured,
    /// ALPN of the carrier.
    Negotiated,
    /// A signature or a code point that only one generation has.
    Verified,
    /// Weaker signs.
    Inferred,
}

impl GenerationSource {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Configured => "configured",
            Self::Negotiated => "negotiated",
            Self::Verified => "verified",
            Self::Inferred => "inferred",
        }
    }
}

//! Security profiles [core, profiles].

code_points! {
    /// A security profile.
    Profile: u8 {
        /// SHA-256, one suite.
        STANDARD = 1 => "Standard",
        /// SHA-384, both suites.
        HIGH = 2 => "High",
        /// SHA-384, both suites, ML-DSA-87.
        SOVEREIGN = 3 => "Sovereign",
    }
}

/// How long one key may be used in one (channel, direction) [gen 3 core §11.7].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyBounds {
    /// Seconds since the epoch began.
    pub seconds: u64,
    /// Frames, which is also the first sequence number that may not be used.
    pub frames: u64,
    /// Sealed octets without their tags.
    pub octets: u64,
}

impl Profile {
    /// The bounds of an epoch; those of Standard, the widest, for an unknown profile.
    pub const fn key_bounds(self) -> KeyBounds {
        match self {
            Self::HIGH => KeyBounds { seconds: 86_400, frames: 1 << 22, octets: 1 << 36 },
            Self::SOVEREIGN => KeyBounds { seconds: 3600, frames: 1 << 20, octets: 1 << 32 },
            _ => KeyBounds { seconds: 7 * 86_400, frames: 1 << 24, octets: 1 << 40 },
        }
    }

    /// Whether key schedule and Finished use SHA-384.
    pub const fn is_sha384(self) -> bool {
        matches!(self, Self::HIGH | Self::SOVEREIGN)
    }

    /// Octets of a hash value under this profile.
    pub const fn hash_len(self) -> usize {
        if self.is_sha384() { 48 } else { 32 }
    }
}

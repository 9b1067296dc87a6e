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

impl Profile {
    /// Whether key schedule and Finished use SHA-384.
    pub const fn is_sha384(self) -> bool {
        matches!(self, Self::HIGH | Self::SOVEREIGN)
    }

    /// Octets of a hash value under this profile.
    pub const fn hash_len(self) -> usize {
        if self.is_sha384() { 48 } else { 32 }
    }
}

//! Algorithms: AEAD suites, key encapsulation, signatures [core, suites].

use super::generation::Generation;

code_points! {
    /// An AEAD suite.
    Suite: u16 {
        /// AES-256-GCM.
        AES_256_GCM = 0x0001 => "AES-256-GCM",
        /// ChaCha20-Poly1305.
        CHACHA20_POLY1305 = 0x0002 => "ChaCha20-Poly1305",
    }
}

code_points! {
    /// A key encapsulation mechanism.
    Kem: u16 {
        /// ML-KEM-768 with X25519.
        X25519_MLKEM768 = 0x11EC => "X25519MLKEM768",
        /// Generation 2: `X25519MLKEM1024`; generation 3: `SecP384r1MLKEM1024`.
        MLKEM1024 = 0x11ED => "MLKEM1024 hybrid",
    }
}

code_points! {
    /// A signature scheme. 0x0905 means ML-DSA-87 in generation 2 and ML-DSA-65 in generation 3.
    Signature: u16 {
        /// Ed25519.
        ED25519 = 0x0807 => "Ed25519",
        /// Generation 3: ML-DSA-44.
        ML_DSA_44 = 0x0904 => "ML-DSA-44",
        /// Generation 2: ML-DSA-87; generation 3: ML-DSA-65.
        ML_DSA_0905 = 0x0905 => "ML-DSA (0x0905)",
        /// Generation 3: ML-DSA-87.
        ML_DSA_87 = 0x0906 => "ML-DSA-87",
    }
}

impl Kem {
    /// The name in a generation.
    pub fn label(self, generation: Option<Generation>) -> String {
        match (self, generation) {
            (Self::MLKEM1024, Some(Generation::Two)) => "X25519MLKEM1024".to_owned(),
            (Self::MLKEM1024, Some(Generation::Three)) => "SecP384r1MLKEM1024".to_owned(),
            (Self::MLKEM1024, None) => "X25519MLKEM1024 (gen 2) / SecP384r1MLKEM1024 (gen 3)".to_owned(),
            _ => self.to_string(),
        }
    }

    /// Octets of a share of this mechanism, where the generation settles it.
    pub const fn share_len(self, generation: Option<Generation>) -> Option<usize> {
        match (self, generation) {
            (Self::X25519_MLKEM768, _) => Some(1216),
            (Self::MLKEM1024, Some(Generation::Two)) => Some(1600),
            (Self::MLKEM1024, Some(Generation::Three)) => Some(1665),
            _ => None,
        }
    }

    /// Octets of a ciphertext of this mechanism, where the generation settles it.
    pub const fn ciphertext_len(self, generation: Option<Generation>) -> Option<usize> {
        match self {
            Self::X25519_MLKEM768 => Some(1120),
            _ => self.share_len(generation),
        }
    }
}

impl Signature {
    /// The name in a generation.
    pub fn label(self, generation: Option<Generation>) -> String {
        match (self, generation) {
            (Self::ML_DSA_0905, Some(Generation::Two)) => "ML-DSA-87".to_owned(),
            (Self::ML_DSA_0905, Some(Generation::Three)) => "ML-DSA-65".to_owned(),
            (Self::ML_DSA_0905, None) => "ML-DSA-87 (gen 2) / ML-DSA-65 (gen 3)".to_owned(),
            _ => self.to_string(),
        }
    }

    /// Octets of an identity key, where the scheme is settled.
    pub const fn identity_len(self, generation: Option<Generation>) -> Option<usize> {
        match (self, generation) {
            (Self::ED25519, _) => Some(32),
            (Self::ML_DSA_87, _) | (Self::ML_DSA_0905, Some(Generation::Two)) => Some(2592),
            _ => None,
        }
    }
}

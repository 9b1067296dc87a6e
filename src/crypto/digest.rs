//! Hash functions and MACs of the key schedule.

use ring::{digest, hkdf, hmac};

/// The hash of a profile's key schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hash {
    /// Standard.
    Sha256,
    /// High and Sovereign.
    Sha384,
}

impl Hash {
    /// Octets of a hash value.
    pub const fn len(self) -> usize {
        match self {
            Self::Sha256 => 32,
            Self::Sha384 => 48,
        }
    }

    /// Never: a hash value has octets.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The hash value of `octets`.
    pub fn digest(self, octets: &[u8]) -> Vec<u8> {
        digest::digest(self.algorithm(), octets).as_ref().to_vec()
    }

    /// HMAC of `octets` under `key`.
    pub fn hmac(self, key: &[u8], octets: &[u8]) -> Vec<u8> {
        hmac::sign(&hmac::Key::new(self.hmac_algorithm(), key), octets).as_ref().to_vec()
    }

    pub(super) fn hmac_algorithm(self) -> hmac::Algorithm {
        match self {
            Self::Sha256 => hmac::HMAC_SHA256,
            Self::Sha384 => hmac::HMAC_SHA384,
        }
    }

    pub(super) fn hkdf_algorithm(self) -> hkdf::Algorithm {
        match self {
            Self::Sha256 => hkdf::HKDF_SHA256,
            Self::Sha384 => hkdf::HKDF_SHA384,
        }
    }

    fn algorithm(self) -> &'static digest::Algorithm {
        match self {
            Self::Sha256 => &digest::SHA256,
            Self::Sha384 => &digest::SHA384,
        }
    }
}

/// SHA-256 of `octets`: how reports name octets that they do not show.
pub fn sha256(octets: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    out.copy_from_slice(digest::digest(&digest::SHA256, octets).as_ref());
    out
}

/// SHA-256 over octets that arrive in parts.
pub struct Sha256(digest::Context);

impl Default for Sha256 {
    fn default() -> Self {
        Self(digest::Context::new(&digest::SHA256))
    }
}

impl Sha256 {
    /// Absorbs `octets`.
    pub fn update(&mut self, octets: &[u8]) {
        self.0.update(octets);
    }

    /// The hash value of everything absorbed.
    pub fn finish(self) -> [u8; 32] {
        let mut out = [0; 32];
        out.copy_from_slice(self.0.finish().as_ref());
        out
    }
}

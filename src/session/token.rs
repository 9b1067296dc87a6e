//! Octets that name something on the wire.

use std::ops::Deref;

use smallvec::SmallVec;

/// Octets that are nearly always short: correlations, id tokens.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Token(SmallVec<[u8; 16]>);

impl Token {
    /// A copy of `octets`.
    #[inline]
    pub fn from_slice(octets: &[u8]) -> Self {
        Self(SmallVec::from_slice(octets))
    }

    /// The octets.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

impl Clone for Token {
    /// At once, where the vector would copy octet by octet.
    #[inline]
    fn clone(&self) -> Self {
        Self::from_slice(&self.0)
    }
}

impl Deref for Token {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl std::borrow::Borrow<[u8]> for Token {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

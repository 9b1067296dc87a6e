//! Key material: wiped when dropped, never printed.

use std::fmt;

use zeroize::{Zeroize, Zeroizing};

/// Octets that must never be shown. `Debug` prints an ellipsis.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Secret(Zeroizing<Vec<u8>>);

impl Secret {
    /// Takes ownership of `octets`.
    pub fn new(octets: Vec<u8>) -> Self {
        Self(Zeroizing::new(octets))
    }

    /// Copies `octets` and leaves the original to its owner.
    pub fn copy(octets: &[u8]) -> Self {
        Self::new(octets.to_vec())
    }

    /// The octets, for cryptography only.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// Number of octets.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Wipes a scratch buffer that held opened octets or key material.
pub fn wipe(buffer: &mut Vec<u8>) {
    if buffer.capacity() > 0 {
        buffer.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_does_not_print_the_octets() {
        assert_eq!(format!("{:?}", Secret::copy(&[0xab, 0xcd])), "Secret(…)");
    }
}

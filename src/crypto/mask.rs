//! Header protection of QUIC packets [RFC 9001 §5.4].

use ring::aead::quic::{AES_128, AES_256, CHACHA20, HeaderProtectionKey};

use super::aead::Cipher;

/// Octets of ciphertext that a mask is made from.
pub const SAMPLE_LEN: usize = 16;

/// The key that hides packet numbers.
pub struct HeaderKey(HeaderProtectionKey);

impl HeaderKey {
    /// The key of a cipher; `None` for a key of the wrong length.
    pub fn new(cipher: Cipher, key: &[u8]) -> Option<Self> {
        let algorithm = match cipher {
            Cipher::Aes128Gcm => &AES_128,
            Cipher::Aes256Gcm => &AES_256,
            Cipher::Chacha20Poly1305 => &CHACHA20,
        };
        HeaderProtectionKey::new(algorithm, key).ok().map(Self)
    }

    /// The mask of a sample: for the first octet, then for up to four octets of packet number.
    pub fn mask(&self, sample: &[u8; SAMPLE_LEN]) -> [u8; 5] {
        self.0.new_mask(sample).unwrap_or_default()
    }
}

impl std::fmt::Debug for HeaderKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HeaderKey(…)")
    }
}

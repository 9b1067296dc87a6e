//! The two AEAD suites, opened in place.

use ring::aead::{AES_256_GCM, Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::spec::suite::Suite;

/// Octets of the authentication tag.
pub const TAG_LEN: usize = 16;

/// A key with its static nonce part, ready to open and seal records.
pub struct RecordKey {
    key: LessSafeKey,
    iv: [u8; NONCE_LEN],
}

impl RecordKey {
    /// The key of a suite; `None` for an unknown suite or a key or iv of the wrong length.
    pub fn new(suite: Suite, key: &[u8], iv: &[u8]) -> Option<Self> {
        let algorithm = match suite {
            Suite::AES_256_GCM => &AES_256_GCM,
            Suite::CHACHA20_POLY1305 => &CHACHA20_POLY1305,
            _ => return None,
        };
        Some(Self { key: LessSafeKey::new(UnboundKey::new(algorithm, key).ok()?), iv: iv.try_into().ok()? })
    }

    /// The nonce of a sequence number: iv xor the number, padded at the left [core §7.5].
    pub fn nonce(&self, seq: u64) -> [u8; NONCE_LEN] {
        let mut nonce = self.iv;
        for (octet, mask) in nonce.iter_mut().skip(4).zip(seq.to_be_bytes()) {
            *octet ^= mask;
        }
        nonce
    }

    /// Opens `sealed` (ciphertext and tag) in place; the plaintext is `sealed.len() - 16` octets at its front.
    /// `sealed` is spoilt when it does not open.
    pub fn open<'a>(&self, nonce: [u8; NONCE_LEN], aad: &[u8], sealed: &'a mut [u8]) -> Option<&'a mut [u8]> {
        self.key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(aad), sealed).ok()
    }

    /// Seals `plain` in place and appends the tag.
    pub fn seal(&self, nonce: [u8; NONCE_LEN], aad: &[u8], plain: &mut Vec<u8>) {
        let sealed = self.key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(aad), plain);
        debug_assert!(sealed.is_ok(), "a record is far below the suite's bound");
    }
}

impl std::fmt::Debug for RecordKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecordKey(…)")
    }
}

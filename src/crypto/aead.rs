//! The AEADs of N-PAMP and of the transports below it, opened in place.

use ring::aead::{AES_128_GCM, AES_256_GCM, Aad, Algorithm, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::spec::suite::Suite;

use super::digest::Hash;

/// Octets of the authentication tag.
pub const TAG_LEN: usize = 16;

/// The ciphers of TLS 1.3 that transports negotiate [RFC 8446 §B.4].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cipher {
    /// `TLS_AES_128_GCM_SHA256`.
    Aes128Gcm,
    /// `TLS_AES_256_GCM_SHA384`.
    Aes256Gcm,
    /// `TLS_CHACHA20_POLY1305_SHA256`.
    Chacha20Poly1305,
}

impl Cipher {
    /// All of them, the commonest first.
    pub const ALL: [Self; 3] = [Self::Aes128Gcm, Self::Aes256Gcm, Self::Chacha20Poly1305];

    /// The cipher of a TLS cipher suite; `None` for suites that are not read here.
    pub const fn of_tls_suite(code: u16) -> Option<Self> {
        match code {
            0x1301 => Some(Self::Aes128Gcm),
            0x1302 => Some(Self::Aes256Gcm),
            0x1303 => Some(Self::Chacha20Poly1305),
            _ => None,
        }
    }

    /// Octets of a key.
    pub const fn key_len(self) -> usize {
        match self {
            Self::Aes128Gcm => 16,
            Self::Aes256Gcm | Self::Chacha20Poly1305 => 32,
        }
    }

    /// The hash of the key schedule.
    pub const fn hash(self) -> Hash {
        match self {
            Self::Aes256Gcm => Hash::Sha384,
            Self::Aes128Gcm | Self::Chacha20Poly1305 => Hash::Sha256,
        }
    }

    fn algorithm(self) -> &'static Algorithm {
        match self {
            Self::Aes128Gcm => &AES_128_GCM,
            Self::Aes256Gcm => &AES_256_GCM,
            Self::Chacha20Poly1305 => &CHACHA20_POLY1305,
        }
    }
}

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
        Self::with(algorithm, key, iv)
    }

    /// The key of a transport's cipher: records of TLS 1.3 and packets of QUIC are sealed alike. `None` for a key or iv of the wrong length.
    pub fn of_transport(cipher: Cipher, key: &[u8], iv: &[u8]) -> Option<Self> {
        Self::with(cipher.algorithm(), key, iv)
    }

    fn with(algorithm: &'static Algorithm, key: &[u8], iv: &[u8]) -> Option<Self> {
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

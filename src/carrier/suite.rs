//! Cipher suites of TLS 1.3, which QUIC uses too.

use std::fmt;

use crate::crypto::aead::Cipher;

/// A cipher suite by its number in the IANA registry; unknown ones survive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CipherSuite(pub u16);

impl CipherSuite {
    /// `TLS_AES_128_GCM_SHA256`.
    pub const AES_128_GCM_SHA256: Self = Self(0x1301);
    /// `TLS_AES_256_GCM_SHA384`.
    pub const AES_256_GCM_SHA384: Self = Self(0x1302);
    /// `TLS_CHACHA20_POLY1305_SHA256`.
    pub const CHACHA20_POLY1305_SHA256: Self = Self(0x1303);

    /// What seals its records; `None` when they cannot be opened.
    pub const fn cipher(self) -> Option<Cipher> {
        Cipher::of_tls_suite(self.0)
    }

    /// The suite of a cipher.
    pub const fn of(cipher: Cipher) -> Self {
        match cipher {
            Cipher::Aes128Gcm => Self::AES_128_GCM_SHA256,
            Cipher::Aes256Gcm => Self::AES_256_GCM_SHA384,
            Cipher::Chacha20Poly1305 => Self::CHACHA20_POLY1305_SHA256,
        }
    }

    /// Its name, where it is one of TLS 1.3.
    pub const fn name(self) -> Option<&'static str> {
        match self.0 {
            0x1301 => Some("TLS_AES_128_GCM_SHA256"),
            0x1302 => Some("TLS_AES_256_GCM_SHA384"),
            0x1303 => Some("TLS_CHACHA20_POLY1305_SHA256"),
            0x1304 => Some("TLS_AES_128_CCM_SHA256"),
            0x1305 => Some("TLS_AES_128_CCM_8_SHA256"),
            _ => None,
        }
    }
}

impl fmt::Display for CipherSuite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "0x{:04x}", self.0),
        }
    }
}

//! What opens units of a carrier once more, when octets are read back from the capture.

use crate::base::secret::Secret;
use crate::crypto::aead::Cipher;

use super::quic::PacketSeal;

/// What is behind the keys of one direction and key generation. Shared, wiped with the last holder, never printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seal {
    /// Of records of TLS 1.3.
    Tls {
        /// The cipher.
        cipher: Cipher,
        /// The traffic secret.
        secret: Secret,
    },
    /// Of packets of QUIC.
    Quic(Box<PacketSeal>),
}

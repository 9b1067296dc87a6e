//! Packet protection keys [RFC 9001 §5.1, §5.2, §6.1; RFC 9369 §3.3].

use crate::base::secret::Secret;
use crate::crypto::aead::{Cipher, RecordKey};
use crate::crypto::digest::Hash;
use crate::crypto::kdf::{TLS13_PREFIX, expand_with_prefix, extract};
use crate::crypto::mask::HeaderKey;

use super::version::Version;

/// Octets of a nonce.
const IV_LEN: usize = 12;

/// A traffic secret, with how keys follow from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PacketSecret {
    /// The version whose labels are used.
    pub version: Version,
    /// The cipher.
    pub cipher: Cipher,
    /// The secret.
    pub secret: Secret,
}

impl PacketSecret {
    /// The key that seals payloads; `None` when the secret has the wrong length.
    pub fn packet_key(&self) -> Option<RecordKey> {
        let labels = self.version.labels();
        let key = self.expand(labels.key, self.cipher.key_len());
        RecordKey::of_transport(self.cipher, key.expose(), self.expand(labels.iv, IV_LEN).expose())
    }

    /// The key that hides packet numbers: that of the first secret serves every later one.
    pub fn header_key(&self) -> Option<HeaderKey> {
        HeaderKey::new(self.cipher, self.expand(self.version.labels().header, self.cipher.key_len()).expose())
    }

    /// The secret after a key update.
    #[must_use]
    pub fn updated(&self) -> Self {
        let secret = self.expand(self.version.labels().update, self.cipher.hash().len());
        Self { version: self.version, cipher: self.cipher, secret }
    }

    fn expand(&self, label: &str, len: usize) -> Secret {
        expand_with_prefix(self.cipher.hash(), self.secret.expose(), TLS13_PREFIX, label, b"", len)
    }
}

/// The secrets of Initial packets: the client's and the server's, from the connection id that the client chose for the server.
pub fn initial_secrets(version: Version, id: &[u8]) -> [PacketSecret; 2] {
    let common = extract(Hash::Sha256, &version.salt(), id);
    ["client in", "server in"].map(|label| {
        let secret = expand_with_prefix(Hash::Sha256, common.expose(), TLS13_PREFIX, label, b"", Hash::Sha256.len());
        PacketSecret { version, cipher: Cipher::Aes128Gcm, secret }
    })
}

/// Both keys of a secret.
#[derive(Debug)]
pub(super) struct Keys {
    pub(super) header: HeaderKey,
    pub(super) packet: RecordKey,
    pub(super) secret: PacketSecret,
}

impl Keys {
    /// The keys of a secret; `None` when it has the wrong length.
    pub(super) fn of(secret: PacketSecret) -> Option<Self> {
        (secret.secret.len() == secret.cipher.hash().len()).then_some(())?;
        Some(Self { header: secret.header_key()?, packet: secret.packet_key()?, secret })
    }
}

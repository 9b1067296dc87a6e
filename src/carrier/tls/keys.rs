//! From traffic secrets to record keys, and from one key generation to the next [RFC 8446 §7].

use bytes::BytesMut;

use crate::base::secret::Secret;
use crate::crypto::aead::{Cipher, RecordKey};
use crate::crypto::kdf::{TLS13_PREFIX, expand_with_prefix};

use super::head::HEADER;

/// What a secret protects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Phase {
    /// Data before the handshake is done.
    Early,
    /// The handshake after both hellos.
    Handshake,
    /// Everything after it.
    Application,
}

impl Phase {
    /// The label of its secret in key logs, for the client's or the server's records.
    pub(super) const fn label(self, client: bool) -> Option<&'static str> {
        match (self, client) {
            (Self::Early, true) => Some("CLIENT_EARLY_TRAFFIC_SECRET"),
            (Self::Early, false) => None,
            (Self::Handshake, true) => Some("CLIENT_HANDSHAKE_TRAFFIC_SECRET"),
            (Self::Handshake, false) => Some("SERVER_HANDSHAKE_TRAFFIC_SECRET"),
            (Self::Application, true) => Some("CLIENT_TRAFFIC_SECRET_0"),
            (Self::Application, false) => Some("SERVER_TRAFFIC_SECRET_0"),
        }
    }
}

/// What a record holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Content {
    /// The type of its content.
    pub(super) kind: u8,
    /// Octets of padding behind that.
    pub(super) padding: usize,
}

/// A key of one direction, with what it follows from.
#[derive(Debug)]
pub(super) struct Keyed {
    pub(super) phase: Phase,
    /// Key updates before it.
    pub(super) generation: u32,
    /// Whether it is the client's.
    pub(super) client: bool,
    pub(super) cipher: Cipher,
    pub(super) secret: Secret,
    key: RecordKey,
    /// The connection whose secret it is.
    pub(super) random: Box<[u8]>,
    /// The next record number.
    pub(super) number: u64,
    /// Its place in the list of keys that opened data.
    pub(super) seal: Option<u32>,
}

impl Keyed {
    /// The key of a secret; `None` when the secret does not fit the suite.
    pub(super) fn new(phase: Phase, client: bool, cipher: Cipher, secret: &Secret, random: &[u8]) -> Option<Self> {
        let key = record_key(cipher, secret)?;
        let (secret, random) = (secret.clone(), random.into());
        Some(Self { phase, generation: 0, client, cipher, secret, key, random, number: 0, seal: None })
    }

    /// The key after one more update.
    pub(super) fn next(&self) -> Option<Self> {
        let hash = self.cipher.hash();
        let secret = expand_with_prefix(hash, self.secret.expose(), TLS13_PREFIX, "traffic upd", b"", hash.len());
        let next = Self::new(self.phase, self.client, self.cipher, &secret, &self.random)?;
        Some(Self { generation: self.generation.saturating_add(1), ..next })
    }

    /// Opens a whole record in place: what it holds, and the content in front of `record`. A record that does not open is spoilt.
    pub(super) fn open(&self, number: u64, record: &mut BytesMut) -> Option<Content> {
        let mut body = record.split_off(HEADER.min(record.len()));
        let content = self.open_body(number, record, &mut body)?;
        *record = body;
        Some(content)
    }

    /// Opens the body of a record in place, and cuts it to its content.
    pub(super) fn open_body(&self, number: u64, head: &[u8], body: &mut BytesMut) -> Option<Content> {
        let plain = self.key.open(self.key.nonce(number), head, body)?;
        let last = plain.iter().rposition(|octet| *octet != 0)?;
        let kind = plain.get(last).copied()?;
        let padding = plain.len().saturating_sub(last).saturating_sub(1);
        body.truncate(last);
        Some(Content { kind, padding })
    }
}

/// The opened content of a record as captured; `None` when the key does not open it.
pub(crate) fn reopen(cipher: Cipher, secret: &Secret, number: u64, record: Vec<u8>) -> Option<Vec<u8>> {
    let mut body = record;
    let head: [u8; HEADER] = *body.first_chunk()?;
    let key = record_key(cipher, secret)?;
    body.drain(..HEADER);
    let length = {
        let plain = key.open(key.nonce(number), &head, &mut body)?;
        plain.iter().rposition(|octet| *octet != 0)?
    };
    body.truncate(length);
    Some(body)
}

fn record_key(cipher: Cipher, secret: &Secret) -> Option<RecordKey> {
    let hash = cipher.hash();
    if secret.len() != hash.len() {
        return None;
    }
    let expand = |label, length| expand_with_prefix(hash, secret.expose(), TLS13_PREFIX, label, b"", length);
    RecordKey::of_transport(cipher, expand("key", cipher.key_len()).expose(), expand("iv", 12).expose())
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::super::head::kind;
    use super::*;
    use crate::base::text::unhex;

    /// The server's first application record of [RFC 8448 §3], and its traffic secret.
    const SECRET: &str = "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643";
    const RECORD: &str = "17030300432e937e11ef4ac740e538ad36005fc4a46932fc3225d05f82aa1b36e30efaf97d90e6dffc602dcb501a59a8fcc49c4bf2e5f0a21c0047c2abf332540dd032e167c2955d";

    #[test]
    fn opens_a_record_of_the_published_trace() {
        let secret = Secret::new(unhex(SECRET).unwrap());
        let record = unhex(RECORD).unwrap();
        // The trace's NewSessionTicket took number 0.
        let plain = reopen(Cipher::Aes128Gcm, &secret, 1, record.clone()).unwrap();
        assert_eq!(plain, (0..0x32).collect::<Vec<u8>>());
        let keyed = Keyed::new(Phase::Application, false, Cipher::Aes128Gcm, &secret, &[]).unwrap();
        let mut opened = BytesMut::from(&record[..]);
        assert_eq!(keyed.open(1, &mut opened).map(|content| content.kind), Some(kind::DATA));
        assert_eq!(opened[..], plain[..]);
        assert_eq!(keyed.open(2, &mut BytesMut::from(&record[..])), None);
    }

    #[test]
    fn a_secret_of_another_hash_is_no_key() {
        assert!(record_key(Cipher::Aes256Gcm, &Secret::new(vec![1; 32])).is_none());
    }
}

//! The key schedule [core §7.4, binding §5, §9]. The hash follows from the profile; every secret of one association has its length.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::crypto::aead::RecordKey;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::{NPAMP_PREFIX, expand_label, expand_with_prefix, extract};
use crate::spec::channel::Channel;
use crate::spec::suite::Suite;

/// Octets of a suite's key.
const KEY_LEN: usize = 32;
/// Octets of a suite's static nonce part.
const IV_LEN: usize = 12;

/// Which key a frame is sealed with. `generation` is that of the ratchet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scope {
    /// Direction.
    pub direction: Direction,
    /// Epoch.
    pub epoch: u64,
    /// Suite.
    pub suite: Suite,
    /// Channel.
    pub channel: Channel,
}

/// The hash whose values have the length of a secret.
pub const fn hash_of(secret: &[u8]) -> Option<Hash> {
    match secret.len() {
        32 => Some(Hash::Sha256),
        48 => Some(Hash::Sha384),
        _ => None,
    }
}

/// The handshake secret of a combined KEM secret.
pub fn handshake_secret(hash: Hash, combined: &[u8]) -> Secret {
    let zeros = [0; 48];
    extract(hash, zeros.get(..hash.len()).unwrap_or(&zeros), combined)
}

/// `c_hs` or `s_hs`.
pub fn handshake_traffic_parent(hash: Hash, handshake: &[u8], direction: Direction, th_kem: &[u8]) -> Secret {
    handshake_parent_with_prefix(hash, handshake, NPAMP_PREFIX, direction, th_kem)
}

/// As [`handshake_traffic_parent`], with the label prefix of another protocol.
pub fn handshake_parent_with_prefix(hash: Hash, handshake: &[u8], prefix: &str, direction: Direction, th_kem: &[u8]) -> Secret {
    let label = match direction {
        Direction::C2s => "c hs",
        Direction::S2c => "s hs",
    };
    expand_with_prefix(hash, handshake, prefix, label, th_kem, hash.len())
}

/// The MAC key of a Finished, from `c_hs` or `s_hs`.
pub fn finished_key(hash: Hash, parent: &[u8]) -> Secret {
    expand_label(hash, parent, "finished", &[], hash.len())
}

/// The application root of ratchet generation 0.
pub fn master(hash: Hash, handshake: &[u8], th_client_cert_verify: &[u8]) -> Secret {
    expand_label(hash, handshake, "master", th_client_cert_verify, hash.len())
}

/// The traffic secret of a scope under a parent: `c_hs`, `s_hs` or an application root.
pub fn traffic(hash: Hash, parent: &[u8], scope: &Scope) -> Secret {
    traffic_with_prefix(hash, parent, NPAMP_PREFIX, scope)
}

/// As [`traffic`], with the label prefix of another protocol.
pub fn traffic_with_prefix(hash: Hash, parent: &[u8], prefix: &str, scope: &Scope) -> Secret {
    let mut context = [0_u8; 13];
    let direction = u8::from(scope.direction == Direction::S2c);
    let parts =
        [direction].into_iter().chain(scope.epoch.to_be_bytes()).chain(scope.suite.0.to_be_bytes()).chain(scope.channel.0.to_be_bytes());
    for (octet, part) in context.iter_mut().zip(parts) {
        *octet = part;
    }
    expand_with_prefix(hash, parent, prefix, "traffic", &context, hash.len())
}

/// The record key of a traffic secret; `None` for a suite that nobody here knows.
pub fn record_key(hash: Hash, suite: Suite, traffic: &[u8]) -> Option<RecordKey> {
    record_key_with_prefix(hash, suite, NPAMP_PREFIX, traffic)
}

/// As [`record_key`], with the label prefix of another protocol.
pub fn record_key_with_prefix(hash: Hash, suite: Suite, prefix: &str, traffic: &[u8]) -> Option<RecordKey> {
    let key = expand_with_prefix(hash, traffic, prefix, "key", &[], KEY_LEN);
    let iv = expand_with_prefix(hash, traffic, prefix, "iv", &[], IV_LEN);
    RecordKey::new(suite, key.expose(), iv.expose())
}

/// The root after a Tier 1 step to `generation`.
pub fn ratchet(hash: Hash, root: &[u8], generation: u64) -> Secret {
    expand_label(hash, root, "master ratchet", &generation.to_be_bytes(), hash.len())
}

/// The root after a Tier 2 step with a KEM's `shared` secret.
pub fn ratchet_rekem(hash: Hash, root: &[u8], shared: &[u8], th_rekem: &[u8]) -> Secret {
    let mixed = extract(hash, root, shared);
    expand_label(hash, mixed.expose(), "master ratchet rekem", th_rekem, hash.len())
}

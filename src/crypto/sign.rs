//! Signatures: verification for dissection, signing for made traffic.

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// Whether `signature` over `message` verifies under an Ed25519 public key.
pub fn ed25519_verifies(public: &[u8], message: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, public).verify(message, signature).is_ok()
}

/// An Ed25519 signer with a known seed, for traffic that we make ourselves.
pub struct Signer(Ed25519KeyPair);

impl Signer {
    /// The key pair of a 32-octet seed.
    pub fn from_seed(seed: &[u8; 32]) -> Option<Self> {
        Ed25519KeyPair::from_seed_unchecked(seed).ok().map(Self)
    }

    /// The public key, 32 octets.
    pub fn public(&self) -> Vec<u8> {
        self.0.public_key().as_ref().to_vec()
    }

    /// The signature of `message`, 64 octets.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).as_ref().to_vec()
    }
}

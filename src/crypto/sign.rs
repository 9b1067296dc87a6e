//! Signatures: verification for dissection, signing for made traffic.

use ml_dsa::{EncodedVerifyingKey, ExpandedSigningKey, MlDsa44, MlDsa65, MlDsa87, MlDsaParams, Signature, VerifyingKey};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// A signature scheme. ML-DSA is used in its pure mode with an empty context string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Ed25519.
    Ed25519,
    /// ML-DSA-44.
    MlDsa44,
    /// ML-DSA-65.
    MlDsa65,
    /// ML-DSA-87.
    MlDsa87,
}

/// A public key, unpacked once for any number of signatures.
pub struct Verifier(Box<Check>);

/// Whether a signature (the second argument) over a message (the first) verifies.
type Check = dyn Fn(&[u8], &[u8]) -> bool;

impl Verifier {
    /// The key of an algorithm; `None` when it has the wrong length.
    pub fn new(algorithm: Algorithm, public: &[u8]) -> Option<Self> {
        match algorithm {
            Algorithm::Ed25519 => {
                let key: [u8; 32] = public.try_into().ok()?;
                Some(Self(Box::new(move |message, signature| ed25519_verifies(&key, message, signature))))
            }
            Algorithm::MlDsa44 => Self::ml_dsa::<MlDsa44>(public),
            Algorithm::MlDsa65 => Self::ml_dsa::<MlDsa65>(public),
            Algorithm::MlDsa87 => Self::ml_dsa::<MlDsa87>(public),
        }
    }

    fn ml_dsa<P: MlDsaParams + 'static>(public: &[u8]) -> Option<Self> {
        let key = VerifyingKey::<P>::decode(&EncodedVerifyingKey::<P>::try_from(public).ok()?);
        let verifies = move |message: &[u8], signature: &[u8]| {
            Signature::<P>::try_from(signature).is_ok_and(|signature| key.verify_with_context(message, &[], &signature))
        };
        Some(Self(Box::new(verifies)))
    }

    /// Whether `signature` over `message` verifies.
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        (self.0)(message, signature)
    }
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Verifier")
    }
}

/// Whether `signature` over `message` verifies under an Ed25519 public key.
pub fn ed25519_verifies(public: &[u8], message: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, public).verify(message, signature).is_ok()
}

/// A signer with a known seed, for traffic that we make ourselves.
pub struct Signer(Key);

enum Key {
    Ed25519(Ed25519KeyPair),
    MlDsa87(Box<ExpandedSigningKey<MlDsa87>>),
}

impl Signer {
    /// The Ed25519 key pair of a 32-octet seed.
    pub fn from_seed(seed: &[u8; 32]) -> Option<Self> {
        Ed25519KeyPair::from_seed_unchecked(seed).ok().map(|pair| Self(Key::Ed25519(pair)))
    }

    /// The ML-DSA-87 key pair of a 32-octet seed.
    pub fn ml_dsa_87(seed: &[u8; 32]) -> Self {
        Self(Key::MlDsa87(Box::new(ExpandedSigningKey::from_seed(&(*seed).into()))))
    }

    /// The public key: 32 or 2592 octets.
    pub fn public(&self) -> Vec<u8> {
        match &self.0 {
            Key::Ed25519(pair) => pair.public_key().as_ref().to_vec(),
            Key::MlDsa87(key) => key.verifying_key().encode().to_vec(),
        }
    }

    /// The signature of `message`: 64 or 4627 octets. The same message gives the same signature.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        match &self.0 {
            Key::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
            Key::MlDsa87(key) => key.sign_deterministic(message, &[]).map(|signature| signature.encode().to_vec()).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_verifies_under_its_own_key_and_message_only() {
        let signers = [(Signer::from_seed(&[7; 32]).unwrap(), Algorithm::Ed25519), (Signer::ml_dsa_87(&[7; 32]), Algorithm::MlDsa87)];
        for (signer, algorithm) in signers {
            let verifier = Verifier::new(algorithm, &signer.public()).unwrap();
            let mut signature = signer.sign(b"message");
            assert!(verifier.verifies(b"message", &signature));
            assert!(!verifier.verifies(b"massage", &signature));
            signature[9] ^= 1;
            assert!(!verifier.verifies(b"message", &signature));
        }
    }

    #[test]
    fn octets_that_are_no_key_or_signature_verify_nothing() {
        for algorithm in [Algorithm::Ed25519, Algorithm::MlDsa44, Algorithm::MlDsa65, Algorithm::MlDsa87] {
            assert!(Verifier::new(algorithm, &[0xFF; 31]).is_none());
        }
        let verifier = Verifier::new(Algorithm::MlDsa87, &[0xFF; 2592]).unwrap();
        for signature in [vec![], vec![0xFF; 4626], vec![0xFF; 4627], vec![0; 4627], vec![0xFF; 4628]] {
            assert!(!verifier.verifies(b"message", &signature));
        }
    }
}

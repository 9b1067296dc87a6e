//! CertVerify and Finished [binding §6]: whether they verify, and if not, which mistake would explain them.

use crate::base::direction::Direction;
use crate::crypto::digest::Hash;
use crate::crypto::sign::{Algorithm, Verifier};
use crate::spec::generation::Generation;
use crate::spec::suite::Signature;

use super::schedule::finished_key;
use super::transcript::Points;

/// How a CertVerify fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CertCheck {
    /// Not opened yet, or no CertVerify in it.
    #[default]
    NotSeen,
    /// Nothing here can check it: scheme, key or transcript is missing; in words.
    Unverifiable(&'static str),
    /// It verifies with the context string of a generation.
    Verified(Generation),
    /// It verifies only as something that it should not be.
    Variant(CertVariant),
    /// It does not verify in any way known here.
    Failed,
}

/// What a wrong CertVerify is right as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertVariant {
    /// The other peer's context string.
    OtherRole(Generation),
    /// Another point of the transcript, by name.
    OtherPoint(&'static str, Generation),
}

/// How a Finished fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MacCheck {
    /// Not opened yet, or no Finished in it.
    #[default]
    NotSeen,
    /// The transcript does not reach.
    Unverifiable(&'static str),
    /// It verifies.
    Verified,
    /// It verifies only under the other peer's key, or at another point of the transcript, by name.
    Variant(&'static str),
    /// It does not verify in any way known here.
    Failed,
}

impl CertCheck {
    /// Verified, failed, or not known.
    pub const fn outcome(self) -> Option<bool> {
        match self {
            Self::Verified(_) => Some(true),
            Self::Variant(_) | Self::Failed => Some(false),
            Self::NotSeen | Self::Unverifiable(_) => None,
        }
    }
}

impl MacCheck {
    /// Verified, failed, or not known.
    pub const fn outcome(self) -> Option<bool> {
        match self {
            Self::Verified => Some(true),
            Self::Variant(_) | Self::Failed => Some(false),
            Self::NotSeen | Self::Unverifiable(_) => None,
        }
    }
}

/// The context string of a role and generation.
pub const fn context(generation: Generation, signer: Direction) -> &'static str {
    match (generation, signer) {
        (Generation::Two, Direction::S2c) => "N-PAMP/2, server CertificateVerify",
        (Generation::Two, Direction::C2s) => "N-PAMP/2, client CertificateVerify",
        (Generation::Three, Direction::S2c) => "N-PAMP/3, server CertificateVerify",
        (Generation::Three, Direction::C2s) => "N-PAMP/3, client CertificateVerify",
    }
}

/// The octets that a CertVerify signs.
pub fn signed_octets(generation: Generation, signer: Direction, transcript_hash: &[u8]) -> Vec<u8> {
    let mut out = vec![0x20; 64];
    out.extend_from_slice(context(generation, signer).as_bytes());
    out.push(0);
    out.extend_from_slice(transcript_hash);
    out
}

/// Octets of an ML-DSA-87 identity key: what tells the two meanings of scheme 0x0905 apart.
const ML_DSA_87_KEY_LEN: usize = 2592;

/// The algorithm of a scheme, as the identity key shows which generation's it is; `None` for unknown schemes.
pub const fn algorithm_of(scheme: Signature, identity_len: usize) -> Option<Algorithm> {
    match scheme {
        Signature::ED25519 => Some(Algorithm::Ed25519),
        Signature::ML_DSA_44 => Some(Algorithm::MlDsa44),
        Signature::ML_DSA_0905 if identity_len == ML_DSA_87_KEY_LEN => Some(Algorithm::MlDsa87),
        Signature::ML_DSA_0905 => Some(Algorithm::MlDsa65),
        Signature::ML_DSA_87 => Some(Algorithm::MlDsa87),
        _ => None,
    }
}

/// Checks the value of a CertVerify TLV (scheme, then signature) of the peer that sends in `signer`.
pub fn cert_verify(signer: Direction, identity: Option<&[u8]>, value: &[u8], points: &Points) -> CertCheck {
    let Some((scheme, signature)) = value.split_first_chunk::<2>() else { return CertCheck::Failed };
    let scheme = Signature(u16::from_be_bytes(*scheme));
    if scheme.name().is_none() {
        return CertCheck::Unverifiable("the signature scheme is unknown here");
    }
    let Some(identity) = identity else { return CertCheck::Unverifiable("the identity key is missing") };
    let (own, others) = cert_points(signer, points);
    let Some(own) = own else { return CertCheck::Unverifiable("the handshake was not captured whole") };
    let verifier = algorithm_of(scheme, identity.len()).and_then(|algorithm| Verifier::new(algorithm, identity));
    let Some(verifier) = verifier else { return CertCheck::Failed };
    let fits = |role, hash: &[u8]| {
        [Generation::Two, Generation::Three]
            .into_iter()
            .find(|generation| verifier.verifies(&signed_octets(*generation, role, hash), signature))
    };
    if let Some(generation) = fits(signer, own) {
        return CertCheck::Verified(generation);
    }
    if let Some(generation) = fits(signer.flip(), own) {
        return CertCheck::Variant(CertVariant::OtherRole(generation));
    }
    let elsewhere = others.into_iter().find_map(|(name, hash)| {
        hash.and_then(|hash| fits(signer, hash)).map(|generation| CertCheck::Variant(CertVariant::OtherPoint(name, generation)))
    });
    elsewhere.unwrap_or(CertCheck::Failed)
}

/// Checks the value of a Finished TLV. `parents` are `c_hs` and `s_hs`.
pub fn finished(hash: Hash, signer: Direction, parents: [&[u8]; 2], value: &[u8], points: &Points) -> MacCheck {
    let [client, server] = parents;
    let (own_parent, other_parent) = match signer {
        Direction::C2s => (client, server),
        Direction::S2c => (server, client),
    };
    let (own, others) = finished_points(signer, points);
    let Some(own) = own else { return MacCheck::Unverifiable("the handshake was not captured whole") };
    let fits = |parent: &[u8], point: &[u8]| hash.hmac(finished_key(hash, parent).expose(), point) == value;
    if fits(own_parent, own) {
        return MacCheck::Verified;
    }
    if fits(other_parent, own) {
        return MacCheck::Variant("the other peer's key");
    }
    let elsewhere = others.into_iter().find(|(_, hash)| hash.is_some_and(|point| fits(own_parent, point)));
    elsewhere.map_or(MacCheck::Failed, |(name, _)| MacCheck::Variant(name))
}

type Named<'a> = (&'static str, Option<&'a [u8]>);

/// The point that a CertVerify signs, and its neighbours.
fn cert_points(signer: Direction, points: &Points) -> (Option<&[u8]>, [Named<'_>; 2]) {
    match signer {
        Direction::S2c => (
            points.server_identity.as_deref(),
            [
                ("the transcript before IdentityKey", points.kem.as_deref()),
                ("the transcript after CertVerify", points.server_cert_verify.as_deref()),
            ],
        ),
        Direction::C2s => (
            points.client_identity.as_deref(),
            [
                ("the transcript before the server's Finished", points.server_cert_verify.as_deref()),
                ("the transcript after CertVerify", points.client_cert_verify.as_deref()),
            ],
        ),
    }
}

/// The point that a Finished covers, and its neighbours.
fn finished_points(signer: Direction, points: &Points) -> (Option<&[u8]>, [Named<'_>; 2]) {
    match signer {
        Direction::S2c => (
            points.server_cert_verify.as_deref(),
            [
                ("the transcript before CertVerify", points.server_identity.as_deref()),
                ("the transcript of the two HELLOs", points.kem.as_deref()),
            ],
        ),
        Direction::C2s => (
            points.client_cert_verify.as_deref(),
            [
                ("the transcript before CertVerify", points.client_identity.as_deref()),
                ("the transcript of the server's CertVerify", points.server_cert_verify.as_deref()),
            ],
        ),
    }
}

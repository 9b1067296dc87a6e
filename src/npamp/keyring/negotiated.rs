//! What an association agreed on, and which crypto generation that means.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::direction::Direction;
use crate::carrier::keylog::AssociationKey;
use crate::crypto::digest::{Hash, sha256};
use crate::npamp::handshake::message::{Offers, Selection, identity_of};
use crate::npamp::handshake::verify::CertCheck;
use crate::npamp::tlv::TlvBody;
use crate::spec::generation::{Generation, GenerationSource};
use crate::spec::profile::Profile;
use crate::spec::suite::{Kem, Signature, Suite};
use crate::spec::tlv::TlvType;

/// Octets of a share or a ciphertext of `SecP384r1MLKEM1024`.
const SECP384_LEN: usize = 1665;
/// Octets of a share or a ciphertext of `X25519MLKEM1024`.
const X25519_1024_LEN: usize = 1600;
/// First octet of an uncompressed point.
const UNCOMPRESSED: u8 = 0x04;

/// Rank of a CertVerify that verifies with one context string only.
const SIGNATURE_RANK: u8 = 4;
/// Rank of the size of share and ciphertext.
const SIZE_RANK: u8 = 5;
/// Ranks up to this one settle the generation by themselves while nothing decisive is there; weaker signs are shown only.
const WEAKEST_RANK: u8 = 8;

/// A sign of a generation: its rank on the evidence ladder (smaller is stronger) and whether it decides alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// Rank.
    pub rank: u8,
    /// What it speaks for.
    pub generation: Generation,
    /// Whether it decides without others.
    pub decisive: bool,
}

/// What the handshake frames say, as far as they were captured and opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Negotiated {
    /// What the client offered.
    pub offers: Offers,
    /// Selected profile.
    pub profile: Option<Profile>,
    /// Selected key encapsulation.
    pub kem: Option<Kem>,
    /// Selected signature scheme.
    pub signature: Option<Signature>,
    /// Selected suites, primary first.
    pub suites: Vec<Suite>,
    /// Last 32 octets of the `CLIENT_HELLO` KEMShare: the key-log identity.
    pub id: Option<AssociationKey>,
    /// Octets of the client's KEMShare.
    pub share_len: Option<usize>,
    /// Octets of the server's `KEMCiphertext`.
    pub ciphertext_len: Option<usize>,
    /// Octets of `AEADSelect`.
    pub aead_len: Option<usize>,
    /// SHA-256 of the KEMShare, and of the `KEMCiphertext`, for comparing associations.
    pub kem_digests: [Option<[u8; 32]>; 2],
    /// Identity keys of client and server.
    pub identities: [Option<Arc<[u8]>>; 2],
    /// The generation, when known.
    pub generation: Option<Generation>,
    /// How it is known.
    pub source: Option<GenerationSource>,
    /// Whether signs that decide alone disagree.
    pub conflict: bool,
    /// Every sign, in order of arrival.
    pub evidence: SmallVec<[Evidence; 4]>,
}

impl Negotiated {
    /// Nothing negotiated yet; the user may know the generation.
    pub fn new(configured: Option<Generation>) -> Self {
        Self { generation: configured, source: configured.map(|_| GenerationSource::Configured), ..Self::default() }
    }

    /// The hash of the selected profile's key schedule.
    pub fn hash(&self) -> Option<Hash> {
        self.profile.map(|profile| if profile.is_sha384() { Hash::Sha384 } else { Hash::Sha256 })
    }

    /// The generation is known from the carrier.
    pub fn carrier_says(&mut self, generation: Generation) {
        if self.source != Some(GenerationSource::Configured) {
            (self.generation, self.source) = (Some(generation), Some(GenerationSource::Negotiated));
        }
    }

    /// A weak sign that a frame gives: it is shown, and settles nothing.
    pub(super) fn hint(&mut self, rank: u8, generation: Generation) {
        self.note(rank, generation, false);
    }

    /// Whether a sign of a rank speaks for a generation.
    pub fn has_sign(&self, rank: u8, generation: Generation) -> bool {
        self.evidence.iter().any(|sign| (sign.rank, sign.generation) == (rank, generation))
    }

    /// Whether something else than a signature proves a generation.
    pub fn is_backed(&self, generation: Generation) -> bool {
        self.evidence.iter().any(|sign| sign.decisive && sign.rank != SIGNATURE_RANK && sign.generation == generation)
    }

    /// The generation that every decisive sign but the size of share and ciphertext speaks for, when they agree.
    pub fn beside_sizes(&self) -> Option<Generation> {
        let mut others = self.evidence.iter().filter(|sign| sign.decisive && sign.rank != SIZE_RANK).map(|sign| sign.generation);
        let first = others.next()?;
        others.all(|other| other == first).then_some(first)
    }

    /// Whether frames may be sealed with any of several suites.
    pub fn is_diversified(&self) -> bool {
        self.suites.len() > 1 || (self.profile.is_some_and(Profile::is_sha384) && self.generation != Some(Generation::Three))
    }

    /// The suite that a sequence number selects, when the selection is defined [gen 3 binding §6.4].
    pub fn suite_of(&self, seq: u64) -> Option<Suite> {
        match self.suites.as_slice() {
            [] => None,
            [only] => Some(*only),
            several => {
                let count = u64::try_from(several.len()).ok()?;
                several.get(usize::try_from(seq.checked_rem(count)?).ok()?).copied()
            }
        }
    }

    pub(super) fn client_hello(&mut self, tlvs: &TlvBody, body: &[u8]) {
        self.offers = Offers::read(tlvs, body);
        let share = tlvs.value(TlvType::KEM_SHARE, body).unwrap_or_default();
        self.id = identity_of(share);
        self.share_len = tlvs.value(TlvType::KEM_SHARE, body).map(<[u8]>::len);
        self.set_digest(Direction::C2s, share);
        if self.offers.kems.contains(&Kem::MLKEM1024) {
            self.weigh_length(share);
        }
        if self.offers.signatures.iter().any(|offer| matches!(*offer, Signature::ML_DSA_44 | Signature::ML_DSA_87)) {
            self.note(9, Generation::Three, false);
        }
        self.decide();
    }

    pub(super) fn server_hello(&mut self, tlvs: &TlvBody, body: &[u8]) {
        let Selection { profile, kem, signature, suites } = Selection::read(tlvs, body);
        (self.profile, self.kem, self.signature, self.suites) = (profile, kem, signature, suites);
        let length = |ty| tlvs.value(ty, body).map(<[u8]>::len);
        (self.ciphertext_len, self.aead_len) = (length(TlvType::KEM_CIPHERTEXT), length(TlvType::AEAD_SELECT));
        let ciphertext = tlvs.value(TlvType::KEM_CIPHERTEXT, body).unwrap_or_default();
        self.set_digest(Direction::S2c, ciphertext);
        if self.kem == Some(Kem::MLKEM1024) {
            self.weigh_length(ciphertext);
        }
        match self.signature {
            Some(Signature::ML_DSA_87) => self.note(6, Generation::Three, true),
            Some(Signature::ML_DSA_0905) => self.note(6, Generation::Two, false),
            _ => {}
        }
        if self.suites.len() > 1 {
            self.note(8, Generation::Three, false);
        }
        self.decide();
    }

    /// What an AUTH frame shows; `old_ml_dsa`: its CertVerify has scheme 0x0905 and the length of ML-DSA-87.
    pub(super) fn auth(&mut self, sender: Direction, identity: Option<&[u8]>, cert: CertCheck, old_ml_dsa: bool) {
        if let (Some(slot), Some(identity)) = (self.identities.get_mut(sender.index()), identity) {
            *slot = Some(identity.into());
        }
        if let CertCheck::Verified(generation) = cert {
            self.note(SIGNATURE_RANK, generation, true);
        }
        if old_ml_dsa {
            self.note(7, Generation::Two, false);
        }
        self.decide();
    }

    fn set_digest(&mut self, sender: Direction, octets: &[u8]) {
        if let Some(slot) = self.kem_digests.get_mut(sender.index()).filter(|_| !octets.is_empty()) {
            *slot = Some(sha256(octets));
        }
    }

    fn weigh_length(&mut self, value: &[u8]) {
        match (value.len(), value.first()) {
            (SECP384_LEN, Some(&UNCOMPRESSED)) => self.note(SIZE_RANK, Generation::Three, true),
            (X25519_1024_LEN, _) => self.note(SIZE_RANK, Generation::Two, true),
            _ => {}
        }
    }

    fn note(&mut self, rank: u8, generation: Generation, decisive: bool) {
        let sign = Evidence { rank, generation, decisive };
        if !self.evidence.contains(&sign) {
            self.evidence.push(sign);
        }
    }

    /// Combines the signs: what user or carrier say stands; else decisive signs, if they agree; else the strongest weak one.
    fn decide(&mut self) {
        let speaks = |generation| self.evidence.iter().any(|sign| sign.decisive && sign.generation == generation);
        let (two, three) = (speaks(Generation::Two), speaks(Generation::Three));
        self.conflict = two && three;
        if matches!(self.source, Some(GenerationSource::Configured | GenerationSource::Negotiated)) {
            return;
        }
        let strong = self.evidence.iter().filter(|sign| sign.rank <= WEAKEST_RANK);
        let weak = strong.min_by_key(|sign| sign.rank).map(|sign| sign.generation);
        (self.generation, self.source) = match (two, three, weak) {
            (true, true, _) | (false, false, None) => (None, None),
            (true, false, _) => (Some(Generation::Two), Some(GenerationSource::Verified)),
            (false, true, _) => (Some(Generation::Three), Some(GenerationSource::Verified)),
            (false, false, Some(generation)) => (Some(generation), Some(GenerationSource::Inferred)),
        };
    }
}

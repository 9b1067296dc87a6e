//! The four handshake frames of an association, with their real transcript, key schedule, signatures and MACs [binding §1–§6].

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::{expand_label, extract};
use crate::crypto::sign::Signer;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::suite::{Kem, Signature, Suite};
use crate::spec::tlv::TlvType;

use super::Scenario;
use super::filler;
use super::frame::{FrameSpec, tlv};

/// A TLV: type and value.
pub type Tlv = (u16, Vec<u8>);

/// One handshake frame before it is sent. What an edit of an AUTH frame leaves alone (identity, signature, MAC) is computed again over
/// what it changed, so that one fault does not drag others along.
#[derive(Clone, Debug)]
pub struct HelloTlvs {
    /// The TLVs, in order.
    pub tlvs: Vec<Tlv>,
    /// Header and sealing; the payload is made of the TLVs.
    pub frame: FrameSpec,
    /// Seed of the identity, for Ed25519 and ML-DSA-87 alike (AUTH frames).
    pub seed: [u8; 32],
    /// Context string of the signature (AUTH frames).
    pub context: String,
    /// How often the frame is sent.
    pub times: usize,
    /// What the associations says before this frame is sent.
    pub before: Option<fn(&mut Scenario)>,
}

impl HelloTlvs {
    fn new(frame_type: FrameType, tlvs: Vec<Tlv>) -> Self {
        let frame = FrameSpec::new(Channel::CONTROL, frame_type);
        Self { tlvs, frame, seed: [0; 32], context: String::new(), times: 1, before: None }
    }

    /// Replaces the value of a TLV, or appends one of the type.
    pub fn set(&mut self, kind: TlvType, value: &[u8]) -> &mut Self {
        match self.tlvs.iter_mut().find(|(found, _)| *found == kind.0) {
            Some((_, old)) => *old = value.to_vec(),
            None => self.tlvs.push((kind.0, value.to_vec())),
        }
        self
    }

    /// Changes the value of a TLV in place.
    pub fn edit(&mut self, kind: TlvType, change: impl FnOnce(&mut Vec<u8>)) -> &mut Self {
        if let Some((_, value)) = self.tlvs.iter_mut().find(|(found, _)| *found == kind.0) {
            change(value);
        }
        self
    }

    /// Leaves every TLV of a type out.
    pub fn remove(&mut self, kind: TlvType) -> &mut Self {
        self.tlvs.retain(|(found, _)| *found != kind.0);
        self
    }

    /// Appends a TLV, known or not.
    pub fn append(&mut self, kind: u16, value: &[u8]) -> &mut Self {
        self.tlvs.push((kind, value.to_vec()));
        self
    }

    /// Changes header or sealing of the frame.
    pub fn header(&mut self, change: fn(FrameSpec) -> FrameSpec) -> &mut Self {
        self.frame = change(self.frame.clone());
        self
    }

    /// Does not send the frame; the key schedule still knows it.
    pub const fn omit(&mut self) -> &mut Self {
        self.times = 0;
        self
    }

    /// Sends the frame twice.
    pub const fn twice(&mut self) -> &mut Self {
        self.times = 2;
        self
    }

    /// Sends something else first.
    pub fn after(&mut self, first: fn(&mut Scenario)) -> &mut Self {
        self.before = Some(first);
        self
    }

    /// The value of a TLV; empty when there is none.
    pub fn value(&self, kind: TlvType) -> &[u8] {
        self.tlvs.iter().find(|(found, _)| *found == kind.0).map_or(&[], |(_, value)| value)
    }

    /// The payload.
    pub(super) fn octets(&self) -> Vec<u8> {
        self.tlvs.iter().flat_map(|(kind, value)| tlv(*kind, value)).collect()
    }
}

/// What a fixture changes in a handshake frame.
pub(super) type Edit = fn(&mut HelloTlvs);

/// What the two peers agree on, and what each brings along.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    pub(super) generation: Generation,
    pub(super) profile: Profile,
    pub(super) signature: Signature,
    /// Suites offered; how many are selected follows from generation and profile.
    pub(super) suites: Vec<Suite>,
    pub(super) kem: Kem,
    pub(super) share: Vec<u8>,
    pub(super) ciphertext: Vec<u8>,
    /// The secret that share and ciphertext agree on.
    pub(super) combined: Vec<u8>,
    /// Identity seeds of client and server.
    pub(super) seeds: [[u8; 32]; 2],
    /// Edits of the four frames.
    pub(super) edits: [Option<Edit>; 4],
}

impl Inputs {
    /// What association `number` brings along at a generation and a profile.
    pub(super) fn made(number: usize, generation: Generation, profile: Profile, suites: &[Suite]) -> Self {
        let large = profile.is_sha384();
        let kem = if large { Kem::MLKEM1024 } else { Kem::X25519_MLKEM768 };
        let p384 = large && generation == Generation::Three;
        let signature = match (profile, generation) {
            (Profile::SOVEREIGN, Generation::Two) => Signature::ML_DSA_0905,
            (Profile::SOVEREIGN, Generation::Three) => Signature::ML_DSA_87,
            _ => Signature::ED25519,
        };
        let key = filler::encapsulation_key("share", number, if large { 4 } else { 3 });
        let sealed = filler::octets("ciphertext", number, if large { 1568 } else { 1088 });
        let join = |post_quantum: Vec<u8>, label: &str| {
            if p384 { [filler::p384(), post_quantum].concat() } else { [post_quantum, filler::x25519(label, number)].concat() }
        };
        Self {
            generation,
            profile,
            signature,
            suites: suites.to_vec(),
            kem,
            share: join(key, "client x25519"),
            ciphertext: join(sealed, "server x25519"),
            combined: filler::octets("combined", number, if p384 { 80 } else { 64 }),
            seeds: [filler::seed("client identity", number), filler::seed("server identity", number)],
            edits: [None; 4],
        }
    }

    /// The suites that the server selects, primary first.
    pub(super) fn selected(&self) -> &[Suite] {
        let both = self.generation == Generation::Three && self.profile.is_sha384();
        self.suites.get(..if both { self.suites.len() } else { 1 }).unwrap_or_default()
    }

    fn hash(&self) -> Hash {
        if self.profile.is_sha384() { Hash::Sha384 } else { Hash::Sha256 }
    }

    fn client_hello(&self) -> Vec<Tlv> {
        vec![
            (TlvType::PROFILE_OFFER.0, vec![self.profile.0]),
            (TlvType::KEM_OFFER.0, self.kem.0.to_be_bytes().to_vec()),
            (TlvType::SIG_OFFER.0, self.signature.0.to_be_bytes().to_vec()),
            (TlvType::AEAD_OFFER.0, codes(&self.suites)),
            (TlvType::KEM_SHARE.0, self.share.clone()),
        ]
    }

    fn server_hello(&self) -> Vec<Tlv> {
        vec![
            (TlvType::PROFILE_SELECT.0, vec![self.profile.0]),
            (TlvType::KEM_SELECT.0, self.kem.0.to_be_bytes().to_vec()),
            (TlvType::SIG_SELECT.0, self.signature.0.to_be_bytes().to_vec()),
            (TlvType::AEAD_SELECT.0, codes(self.selected())),
            (TlvType::KEM_CIPHERTEXT.0, self.ciphertext.clone()),
        ]
    }
}

/// Everything that follows from the inputs.
#[derive(Clone, Debug)]
pub(super) struct Handshake {
    pub(super) hash: Hash,
    /// `CLIENT_HELLO`, `SERVER_HELLO`, `SERVER_AUTH`, `CLIENT_AUTH`, each with its payload in the frame.
    pub(super) messages: [HelloTlvs; 4],
    /// Output of HKDF-Extract.
    pub(super) secret: Secret,
    /// Handshake secrets of client and server.
    pub(super) sides: [Secret; 2],
    pub(super) master: Secret,
}

impl Handshake {
    /// Runs the handshake of two peers.
    pub(super) fn run(inputs: &Inputs) -> Self {
        let hash = inputs.hash();
        let mut transcript = Vec::new();
        let client_hello = hello(FrameType::CLIENT_HELLO, inputs.client_hello(), inputs.edits[0], &mut transcript);
        let server_hello = hello(FrameType::SERVER_HELLO, inputs.server_hello(), inputs.edits[1], &mut transcript);
        let secret = extract(hash, &vec![0; hash.len()], &inputs.combined);
        let agreed = hash.digest(&transcript);
        let sides = ["c hs", "s hs"].map(|label| expand_label(hash, secret.expose(), label, &agreed, hash.len()));
        let mut signed = Vec::new();
        let server_auth = auth(Direction::S2c, inputs, &sides[1], &mut transcript, &mut signed);
        let client_auth = auth(Direction::C2s, inputs, &sides[0], &mut transcript, &mut signed);
        let master = expand_label(hash, secret.expose(), "master", &hash.digest(&signed), hash.len());
        Self { hash, messages: [client_hello, server_hello, server_auth, client_auth], secret, sides, master }
    }

    /// The key-log identity: last 32 octets of the KEMShare as sent.
    pub(super) fn id(&self) -> Vec<u8> {
        let share = self.messages[0].value(TlvType::KEM_SHARE);
        share[share.len().saturating_sub(32)..].to_vec()
    }
}

fn codes(suites: &[Suite]) -> Vec<u8> {
    suites.iter().flat_map(|suite| suite.0.to_be_bytes()).collect()
}

fn hello(frame_type: FrameType, tlvs: Vec<Tlv>, edit: Option<Edit>, transcript: &mut Vec<u8>) -> HelloTlvs {
    let mut message = HelloTlvs::new(frame_type, tlvs);
    if let Some(edit) = edit {
        edit(&mut message);
    }
    message.frame.payload = message.octets();
    transcript.extend_from_slice(&frame_type.0.to_be_bytes());
    transcript.extend_from_slice(&message.frame.payload);
    message
}

/// An AUTH frame. `signed` becomes the transcript up to the CertVerify, which the master secret hashes.
fn auth(side: Direction, inputs: &Inputs, secret: &Secret, transcript: &mut Vec<u8>, signed: &mut Vec<u8>) -> HelloTlvs {
    let frame_type = if side == Direction::S2c { FrameType::SERVER_AUTH } else { FrameType::CLIENT_AUTH };
    let blank = [TlvType::IDENTITY_KEY, TlvType::CERT_VERIFY, TlvType::FINISHED].map(|kind| (kind.0, Vec::new()));
    let mut message = HelloTlvs::new(frame_type, blank.to_vec());
    message.seed = inputs.seeds[side.index()];
    message.context = format!("N-PAMP/{}, {} CertificateVerify", inputs.generation.number(), side.sender());
    let author = Author { inputs, secret, start: transcript };
    let mut left_alone = blank.to_vec();
    author.complete(&mut message, &left_alone);
    if let Some(edit) = inputs.edits[if side == Direction::S2c { 2 } else { 3 }] {
        left_alone.clone_from(&message.tlvs);
        edit(&mut message);
        author.complete(&mut message, &left_alone);
    }
    *signed = author.until(&message, TlvType::CERT_VERIFY);
    message.frame.payload = message.octets();
    transcript.extend_from_slice(&frame_type.0.to_be_bytes());
    transcript.extend_from_slice(&message.frame.payload);
    message
}

/// Fills the values of an AUTH frame in.
struct Author<'a> {
    inputs: &'a Inputs,
    secret: &'a Secret,
    start: &'a [u8],
}

impl Author<'_> {
    /// Computes every value that is still what `left_alone` says, in the order of the TLVs.
    fn complete(&self, message: &mut HelloTlvs, left_alone: &[Tlv]) {
        let mut transcript = [self.start, &message.frame.frame_type.0.to_be_bytes()].concat();
        for at in 0..message.tlvs.len() {
            let kind = message.tlvs[at].0;
            if left_alone.contains(&message.tlvs[at]) {
                let digest = self.inputs.hash().digest(&transcript);
                message.tlvs[at].1 = match TlvType(kind) {
                    TlvType::IDENTITY_KEY => self.identity(&message.seed),
                    TlvType::CERT_VERIFY => self.signature(&message.seed, &message.context, &digest),
                    TlvType::FINISHED => self.finished(&digest),
                    _ => message.tlvs[at].1.clone(),
                };
            }
            transcript.extend_from_slice(&tlv(kind, &message.tlvs[at].1));
        }
    }

    /// The transcript up to the first TLV of a type, that TLV included.
    fn until(&self, message: &HelloTlvs, kind: TlvType) -> Vec<u8> {
        let mut transcript = [self.start, &message.frame.frame_type.0.to_be_bytes()].concat();
        for (found, value) in &message.tlvs {
            transcript.extend_from_slice(&tlv(*found, value));
            if *found == kind.0 {
                break;
            }
        }
        transcript
    }

    fn signer(&self, seed: &[u8; 32]) -> Option<Signer> {
        if self.inputs.signature == Signature::ED25519 { Signer::from_seed(seed) } else { Some(Signer::ml_dsa_87(seed)) }
    }

    fn identity(&self, seed: &[u8; 32]) -> Vec<u8> {
        self.signer(seed).map(|signer| signer.public()).unwrap_or_default()
    }

    fn signature(&self, seed: &[u8; 32], context: &str, digest: &[u8]) -> Vec<u8> {
        let message = [&[0x20; 64], context.as_bytes(), &[0], digest].concat();
        let signature = self.signer(seed).map(|signer| signer.sign(&message)).unwrap_or_default();
        [&self.inputs.signature.0.to_be_bytes()[..], &signature].concat()
    }

    fn finished(&self, digest: &[u8]) -> Vec<u8> {
        let hash = self.inputs.hash();
        hash.hmac(expand_label(hash, self.secret.expose(), "finished", b"", hash.len()).expose(), digest)
    }
}

#[cfg(test)]
mod tests;

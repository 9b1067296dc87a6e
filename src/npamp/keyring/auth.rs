//! The handshake as the keyring sees it: collecting the four bodies, opening the two AUTH frames, checking them.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::carrier::keylog::KeyLog;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::TLS13_PREFIX;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::handshake::schedule::{
    handshake_parent_with_prefix, handshake_traffic_parent, hash_of, master, record_key_with_prefix, traffic, traffic_with_prefix,
};
use crate::npamp::handshake::transcript::{Points, Transcript};
use crate::npamp::handshake::verify::{CertCheck, MacCheck, cert_verify, finished};
use crate::npamp::header::{HEADER_LEN, Header};
use crate::npamp::protection::{Protection, SealedReason};
use crate::npamp::tlv::TlvBody;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::suite::{Signature, Suite};
use crate::spec::tlv::TlvType;

use super::Keyring;
use super::opening::{HandshakeEvent, Opening, Probe};
use super::roots::scope;
use super::slot::{ScopeKey, open_with};

/// Largest body kept for the transcript: five TLVs of the greatest length.
const MOST_OCTETS: usize = 5 * (4 + 0xFFFF);
/// Octets of a CertVerify of ML-DSA-87.
const OLD_ML_DSA_87_LEN: usize = 2 + 4627;

/// How far the handshake came, and whether it proves what it should. Arrays of two are indexed by direction: client, server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandshakeProgress {
    /// Which of the four frames were captured, whole or not.
    pub seen: [bool; 4],
    /// Whose bodies are known: the HELLOs as captured, the AUTH frames as opened.
    pub known: [bool; 4],
    /// The CertVerify of client and server.
    pub cert: [CertCheck; 2],
    /// The Finished of client and server.
    pub finished: [MacCheck; 2],
    /// A key log secret names this association and does not open its AUTH frames.
    pub key_wrong: bool,
}

impl HandshakeProgress {
    /// Whether both signatures and both MACs verified; `None` when not all could be checked and none failed. A signature over the
    /// context string of another generation than the one in force does not verify for its receiver.
    pub fn authenticated(&self, in_force: Option<Generation>) -> Option<bool> {
        let strange = |cert: &CertCheck| matches!(cert, CertCheck::Verified(signed) if in_force.is_some_and(|force| force != *signed));
        if self.cert.iter().any(strange) {
            return Some(false);
        }
        let outcomes = || self.cert.iter().map(|cert| cert.outcome()).chain(self.finished.iter().map(|mac| mac.outcome()));
        if outcomes().any(|outcome| outcome == Some(false)) {
            return Some(false);
        }
        outcomes().all(|outcome| outcome == Some(true)).then_some(true)
    }
}

/// A sealed AUTH frame that no key opened yet.
#[derive(Debug)]
struct Waiting {
    header: Header,
    wire: Vec<u8>,
}

#[derive(Debug, Default)]
pub(super) struct Handshake {
    pub(super) progress: HandshakeProgress,
    bodies: [Option<Vec<u8>>; 4],
    waiting: [Option<Waiting>; 2],
    points: Points,
    /// The handshake secret that opened an AUTH frame.
    secret: Option<Secret>,
    /// Handshake keys by direction, once an AUTH frame of it opened.
    keys: [Option<ScopeKey>; 2],
}

impl Handshake {
    /// Whether a sealed frame is the first AUTH of its kind, in its direction.
    pub(super) fn expects(&self, kind: HandshakeKind, direction: Direction) -> bool {
        kind.is_auth() && kind.direction() == direction && !flag_of(self.progress.seen, kind)
    }

    pub(super) fn saw(&mut self, kind: HandshakeKind) {
        set_flag(&mut self.progress.seen, kind);
    }

    /// The event of a handshake frame that is none of the four due.
    pub(super) fn repeated(&self, kind: HandshakeKind, direction: Direction) -> HandshakeEvent {
        HandshakeEvent {
            kind,
            right_direction: kind.direction() == direction,
            first: !flag_of(self.progress.seen, kind),
            cert: CertCheck::NotSeen,
            finished: MacCheck::NotSeen,
            key_wrong: false,
        }
    }

    /// Whether both AUTH bodies are known, so that the application root follows from the handshake secret.
    pub(super) fn is_complete(&self) -> bool {
        self.points.client_cert_verify.is_some()
    }

    /// The handshake key of a direction.
    pub(super) fn key(&mut self, direction: Direction) -> Option<&mut ScopeKey> {
        self.keys.get_mut(direction.index())?.as_mut()
    }

    fn body(&self, kind: HandshakeKind) -> Option<&[u8]> {
        self.bodies.get(kind.index())?.as_deref()
    }

    fn keep(&mut self, kind: HandshakeKind, body: &[u8]) {
        if let Some(slot) = self.bodies.get_mut(kind.index()).filter(|_| body.len() <= MOST_OCTETS) {
            *slot = Some(body.to_vec());
        }
        set_flag(&mut self.progress.known, kind);
    }

    /// Recomputes the transcript as far as bodies are known.
    fn recompute(&mut self, hash: Hash) {
        let mut points = Points::default();
        self.transcribe(hash, &mut points);
        self.points = points;
    }

    fn transcribe(&self, hash: Hash, points: &mut Points) -> Option<()> {
        let mut transcript = Transcript::default();
        for kind in [HandshakeKind::ClientHello, HandshakeKind::ServerHello] {
            transcript.frame(kind.frame_type());
            transcript.tlvs(self.body(kind)?);
        }
        points.kem = Some(transcript.point(hash));
        for kind in [HandshakeKind::ServerAuth, HandshakeKind::ClientAuth] {
            let body = self.body(kind)?;
            let tlvs = TlvBody::walk(body);
            let end = |ty| tlvs.items.iter().find(|tlv| tlv.ty == ty).map(|tlv| tlv.value.range().end);
            transcript.frame(kind.frame_type());
            let upto = |end: Option<usize>| {
                let mut cut = transcript.clone();
                cut.tlvs(body.get(..end?)?);
                Some(cut.point(hash))
            };
            let (identity, cert) = (upto(end(TlvType::IDENTITY_KEY)), upto(end(TlvType::CERT_VERIFY)));
            if kind == HandshakeKind::ServerAuth {
                (points.server_identity, points.server_cert_verify) = (identity, cert);
            } else {
                (points.client_identity, points.client_cert_verify) = (identity, cert);
            }
            transcript.tlvs(body);
        }
        Some(())
    }
}

impl Keyring {
    /// A frame that is not sealed.
    pub(super) fn open_clear(&mut self, log: &KeyLog, direction: Direction, kind: Option<HandshakeKind>, wire: &[u8]) -> Opening {
        let mut opening = Opening::clear();
        let Some(kind) = kind else { return opening };
        let event = self.handshake.repeated(kind, direction);
        opening.handshake = Some(event);
        if event.first && event.right_direction {
            self.handshake.saw(kind);
            let body = wire.get(HEADER_LEN..).unwrap_or_default();
            if !kind.is_auth() {
                self.take_hello(log, kind, body);
            }
        }
        opening
    }

    fn take_hello(&mut self, log: &KeyLog, kind: HandshakeKind, body: &[u8]) {
        self.handshake.keep(kind, body);
        let tlvs = TlvBody::walk(body);
        if kind == HandshakeKind::ClientHello {
            self.negotiated.client_hello(&tlvs, body);
            self.log_id = self.negotiated.id;
        } else {
            self.negotiated.server_hello(&tlvs, body);
        }
        self.handshake.recompute(self.hash());
        self.refresh(log);
    }

    fn hash(&self) -> Hash {
        self.negotiated.hash().unwrap_or(Hash::Sha256)
    }

    /// The first sealed AUTH frame of its kind.
    pub(super) fn open_auth(&mut self, log: &KeyLog, kind: HandshakeKind, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Opening {
        self.handshake.saw(kind);
        let direction = kind.direction();
        if !self.try_auth(log, kind, header, wire, out) {
            return self.unopened_auth(log, kind, header, wire, out);
        }
        self.take_auth(log, kind, out);
        let index = self.next_scope();
        let suite = self.handshake.key(direction).map(|key| key.scope.suite);
        let probe = suite.and_then(|suite| self.judge_auth_suite(suite));
        let mut opening = Opening { protection: Protection::Opened, probe, ..Opening::clear() };
        if let Some(key) = self.handshake.key(direction) {
            key.index = Some(index);
            opening.scope = Some(key.public(index, true));
            opening.secret = Some(key.secret.clone());
        }
        opening.handshake = Some(self.auth_event(kind));
        opening
    }

    fn auth_event(&self, kind: HandshakeKind) -> HandshakeEvent {
        let at = kind.direction().index();
        let progress = &self.handshake.progress;
        HandshakeEvent {
            kind,
            right_direction: true,
            first: true,
            cert: progress.cert.get(at).copied().unwrap_or_default(),
            finished: progress.finished.get(at).copied().unwrap_or_default(),
            key_wrong: progress.key_wrong,
        }
    }

    fn unopened_auth(&mut self, log: &KeyLog, kind: HandshakeKind, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Opening {
        if let Some(slot) = self.handshake.waiting.get_mut(kind.direction().index()).filter(|_| wire.len() <= MOST_OCTETS) {
            *slot = Some(Waiting { header: *header, wire: wire.to_vec() });
        }
        let (reason, probe) = self.auth_reason(log, kind, header, wire, out);
        if reason == SealedReason::KeyWrong {
            self.handshake.progress.key_wrong = true;
        }
        Opening { probe, handshake: Some(self.auth_event(kind)), ..Opening::sealed(reason) }
    }

    fn auth_reason(
        &self,
        log: &KeyLog,
        kind: HandshakeKind,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> (SealedReason, Option<Probe>) {
        if self.log_id.is_none() {
            return (SealedReason::HandshakeNotCaptured, None);
        }
        let Some(held) = self.held(log) else { return (SealedReason::NoKeyForAssociation, None) };
        if held.handshake.is_empty() {
            let reason = if held.master.is_empty() { SealedReason::ChannelKeyMissing } else { SealedReason::EpochKeyMissing };
            return (reason, None);
        }
        if self.handshake.points.kem.is_none() {
            return (SealedReason::HandshakeNotCaptured, None);
        }
        if self.auth_suites().is_empty() {
            return (SealedReason::SuiteUnknown, None);
        }
        if self.opens_with_tls13_labels(&held.handshake, kind, header, wire, out) {
            return (SealedReason::TagMismatch, Some(Probe::Tls13Label));
        }
        let reason = if self.handshake.secret.is_some() { SealedReason::TagMismatch } else { SealedReason::KeyWrong };
        (reason, None)
    }

    /// Suites that an AUTH frame may be sealed with: the primary selection.
    fn auth_suites(&self) -> Vec<Suite> {
        let selected = self.negotiated.suites.first().map_or(&super::roots::KNOWN_SUITES[..], std::slice::from_ref);
        selected.iter().copied().filter(|suite| suite.name().is_some()).collect()
    }

    /// Suites that an AUTH frame should not be sealed with, tried when the right one does not open it.
    fn other_auth_suites(&self) -> Vec<Suite> {
        let due = self.auth_suites();
        super::roots::KNOWN_SUITES.iter().copied().filter(|suite| !due.is_empty() && !due.contains(suite)).collect()
    }

    /// What is wrong with the suite of an AUTH frame [gen 3 binding §6.4].
    fn judge_auth_suite(&self, suite: Suite) -> Option<Probe> {
        let negotiated = &self.negotiated;
        match negotiated.suites.iter().position(|selected| *selected == suite) {
            Some(0) => None,
            Some(_) => Some(Probe::SecondaryAuthSuite(suite)),
            None => (!negotiated.suites.is_empty() && !negotiated.is_diversified()).then_some(Probe::UnnegotiatedSuite(suite)),
        }
    }

    fn try_auth(&mut self, log: &KeyLog, kind: HandshakeKind, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> bool {
        out.clear();
        let Some(held) = self.held(log) else { return false };
        let Some(th_kem) = self.handshake.points.kem.as_deref() else { return false };
        let direction = kind.direction();
        let secrets = self.handshake.secret.as_ref().map_or(held.handshake.as_slice(), std::slice::from_ref);
        for secret in secrets {
            let Some(hash) = hash_of(secret.expose()).filter(|hash| *hash == self.hash()) else { continue };
            let parent = handshake_traffic_parent(hash, secret.expose(), direction, th_kem);
            for suite in self.auth_suites().into_iter().chain(self.other_auth_suites()) {
                let place = scope(direction, 0, suite, Channel::CONTROL);
                let opened = ScopeKey::new(0, place, traffic(hash, parent.expose(), &place)).filter(|key| key.opens(header.seq, wire, out));
                if let Some(key) = opened {
                    self.adopt_handshake(secret.clone(), key);
                    return true;
                }
            }
        }
        false
    }

    /// An `ERROR` before `CLIENT_AUTH`, sealed under a handshake key that no AUTH frame has shown yet, or with another suite than that.
    pub(super) fn open_handshake_error(
        &mut self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<Opening> {
        let early = !flag_of(self.handshake.progress.seen, HandshakeKind::ClientAuth)
            && flag_of(self.handshake.progress.seen, HandshakeKind::ServerHello);
        if !early || header.channel != Channel::CONTROL || header.frame_type != FrameType::ERROR {
            return None;
        }
        let Some((secret, key)) = self.handshake_key(log, direction, header, wire, out) else {
            return self.handshake.secret.is_none().then(|| Opening::sealed(SealedReason::EpochKeyMissing));
        };
        self.adopt_handshake(secret, key);
        let index = self.next_scope();
        let key = self.handshake.key(direction)?;
        key.index = Some(index);
        let (scope, secret) = (key.public(index, true), key.secret.clone());
        Some(Opening { protection: Protection::Opened, scope: Some(scope), secret: Some(secret), ..Opening::clear() })
    }

    /// The handshake key of a direction that opens a frame.
    fn handshake_key(
        &self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<(Secret, ScopeKey)> {
        let th_kem = self.handshake.points.kem.as_deref()?;
        let held = self.held(log).map(|held| held.handshake.as_slice()).unwrap_or_default();
        let secrets = self.handshake.secret.as_ref().map_or(held, std::slice::from_ref);
        let hash = self.hash();
        secrets.iter().filter(|secret| hash_of(secret.expose()) == Some(hash)).find_map(|secret| {
            let parent = handshake_traffic_parent(hash, secret.expose(), direction, th_kem);
            let key = self.suites().into_iter().find_map(|suite| {
                let place = scope(direction, 0, suite, Channel::CONTROL);
                ScopeKey::new(0, place, traffic(hash, parent.expose(), &place)).filter(|key| key.opens(header.seq, wire, out))
            });
            key.map(|key| (secret.clone(), key))
        })
    }

    fn adopt_handshake(&mut self, secret: Secret, key: ScopeKey) {
        if let Some(slot) = self.handshake.keys.get_mut(key.scope.direction.index()) {
            *slot = Some(ScopeKey { handshake: true, ..key });
        }
        self.handshake.secret = Some(secret);
        self.handshake.progress.key_wrong = false;
    }

    fn opens_with_tls13_labels(&self, secrets: &[Secret], kind: HandshakeKind, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> bool {
        let Some(th_kem) = self.handshake.points.kem.as_deref() else { return false };
        let (Some(covered), Some(payload)) = (wire.get(..21), wire.get(HEADER_LEN..)) else { return false };
        let direction = kind.direction();
        let opens = secrets.iter().any(|secret| {
            let Some(hash) = hash_of(secret.expose()) else { return false };
            let parent = handshake_parent_with_prefix(hash, secret.expose(), TLS13_PREFIX, direction, th_kem);
            self.auth_suites().into_iter().any(|suite| {
                let place = scope(direction, 0, suite, Channel::CONTROL);
                let secret = traffic_with_prefix(hash, parent.expose(), TLS13_PREFIX, &place);
                record_key_with_prefix(hash, suite, TLS13_PREFIX, secret.expose())
                    .is_some_and(|key| open_with(&key, key.nonce(header.seq), covered, payload, out))
            })
        });
        out.clear();
        opens
    }

    /// An AUTH body is known: the transcript grows, both peers' proofs are checked, and the application root may follow.
    fn take_auth(&mut self, log: &KeyLog, kind: HandshakeKind, body: &[u8]) {
        self.handshake.keep(kind, body);
        self.handshake.recompute(self.hash());
        for kind in [HandshakeKind::ServerAuth, HandshakeKind::ClientAuth] {
            self.check_auth(kind);
        }
        let root = self.handshake.secret.as_ref().zip(self.handshake.points.client_cert_verify.as_deref());
        if let Some((secret, point)) = root {
            let root = master(self.hash(), secret.expose(), point);
            self.roots.add(&root, true);
            self.stamp = self.stamp.saturating_add(1);
            if let Some(held) = self.held(log) {
                for direction in Direction::BOTH {
                    self.roots.resume(direction, &|generation| super::rekem_secrets(held, direction, generation));
                }
            }
        }
    }

    fn check_auth(&mut self, kind: HandshakeKind) {
        let signer = kind.direction();
        let (Some(body), Some(secret)) = (self.handshake.body(kind), self.handshake.secret.as_ref()) else { return };
        let tlvs = TlvBody::walk(body);
        let points = &self.handshake.points;
        let identity = tlvs.value(TlvType::IDENTITY_KEY, body);
        let cert = tlvs.value(TlvType::CERT_VERIFY, body).map_or(CertCheck::NotSeen, |value| cert_verify(signer, identity, value, points));
        let hash = self.hash();
        let mac = tlvs.value(TlvType::FINISHED, body).map_or(MacCheck::NotSeen, |value| {
            let Some(th_kem) = points.kem.as_deref() else { return MacCheck::Unverifiable("the handshake was not captured whole") };
            let [client, server] = Direction::BOTH.map(|peer| handshake_traffic_parent(hash, secret.expose(), peer, th_kem));
            finished(hash, signer, [client.expose(), server.expose()], value, points)
        });
        let identity = identity.map(<[u8]>::to_vec);
        let large = tlvs.value(TlvType::CERT_VERIFY, body).is_some_and(is_old_ml_dsa_87);
        let progress = &mut self.handshake.progress;
        if let (Some(cert_slot), Some(mac_slot)) = (progress.cert.get_mut(signer.index()), progress.finished.get_mut(signer.index())) {
            (*cert_slot, *mac_slot) = (cert, mac);
        }
        self.negotiated.auth(signer, identity.as_deref(), cert, large);
    }

    /// Tries AUTH frames again that came before their key, the server's first.
    pub(super) fn open_waiting_auths(&mut self, log: &KeyLog) {
        for kind in [HandshakeKind::ServerAuth, HandshakeKind::ClientAuth] {
            let Some(waiting) = self.handshake.waiting.get_mut(kind.direction().index()).and_then(Option::take) else { continue };
            let mut body = Vec::new();
            if self.try_auth(log, kind, &waiting.header, &waiting.wire, &mut body) {
                self.take_auth(log, kind, &body);
            } else if let Some(slot) = self.handshake.waiting.get_mut(kind.direction().index()) {
                *slot = Some(waiting);
            }
        }
    }
}

/// Whether a CertVerify has the scheme and the length of ML-DSA-87 in generation 2.
fn is_old_ml_dsa_87(value: &[u8]) -> bool {
    value.len() == OLD_ML_DSA_87_LEN && value.starts_with(&Signature::ML_DSA_0905.0.to_be_bytes())
}

fn flag_of(flags: [bool; 4], kind: HandshakeKind) -> bool {
    flags.get(kind.index()).copied().unwrap_or_default()
}

fn set_flag(flags: &mut [bool; 4], kind: HandshakeKind) {
    if let Some(flag) = flags.get_mut(kind.index()) {
        *flag = true;
    }
}

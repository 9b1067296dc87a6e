//! The sender's side of record protection: roots, key scopes, sequence numbers [core §7, binding §5 and §9].

use std::collections::BTreeMap;

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::crypto::aead::RecordKey;
use crate::crypto::aead::TAG_LEN;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::{NPAMP_PREFIX, TLS13_PREFIX, expand_label, expand_with_prefix, extract};
use crate::npamp::header::COVERED_LEN;
use crate::spec::channel::Channel;
use crate::spec::suite::Suite;

use super::frame::{FrameSpec, ScopeChoice, Sealing};

/// A key scope with the next sequence number in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Scope {
    /// Ratchet generation.
    pub(super) generation: u32,
    /// Epoch.
    pub(super) epoch: u32,
    /// Next sequence number.
    pub(super) seq: u64,
}

/// How one frame is to be sealed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seal {
    pub(super) channel: Channel,
    pub(super) sealing: Sealing,
    pub(super) scope: Scope,
    pub(super) suite: Suite,
}

/// One direction of an association: its roots and where every channel stands.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    direction: Direction,
    hash: Hash,
    handshake: Secret,
    /// One root for every ratchet generation reached.
    roots: Vec<Secret>,
    channels: BTreeMap<Channel, Scope>,
    previous: BTreeMap<Channel, Scope>,
}

impl Lane {
    /// The lane of a direction after the handshake.
    pub(super) fn new(direction: Direction, hash: Hash, handshake: Secret, master: Secret) -> Self {
        Self { direction, hash, handshake, roots: vec![master], channels: BTreeMap::new(), previous: BTreeMap::new() }
    }

    /// The direction.
    pub(super) const fn direction(&self) -> Direction {
        self.direction
    }

    /// The ratchet generation in force.
    pub(super) fn generation(&self) -> u32 {
        u32::try_from(self.roots.len() - 1).unwrap_or(u32::MAX)
    }

    /// Where a channel stands.
    pub(super) fn scope(&self, channel: Channel) -> Scope {
        self.channels.get(&channel).copied().unwrap_or_else(|| Scope { generation: self.generation(), ..Scope::default() })
    }

    /// Takes the scope and the sequence number of a frame, and counts it.
    pub(super) fn take(&mut self, spec: &FrameSpec) -> Scope {
        let current = self.scope(spec.channel);
        let mut scope = match spec.scope {
            ScopeChoice::Current => current,
            ScopeChoice::Previous => self.previous.get(&spec.channel).copied().unwrap_or(current),
            ScopeChoice::Epoch(epoch) => Scope { epoch, ..current },
        };
        let next = scope.seq;
        scope.seq = spec.seq.unwrap_or(next);
        let after = Scope { seq: next.max(scope.seq.wrapping_add(1)), ..scope };
        match spec.scope {
            ScopeChoice::Previous => self.previous.insert(spec.channel, after),
            _ => self.channels.insert(spec.channel, Scope { seq: after.seq, ..current }),
        };
        scope
    }

    /// Starts the next epoch of a channel.
    pub(super) fn next_epoch(&mut self, channel: Channel) {
        let old = self.scope(channel);
        self.previous.insert(channel, old);
        self.channels.insert(channel, Scope { epoch: old.epoch + 1, seq: 0, ..old });
    }

    /// Starts the next ratchet generation under a root: every channel begins again.
    fn next_generation(&mut self, root: Secret) {
        self.roots.push(root);
        self.previous.append(&mut self.channels);
    }

    /// A Tier 1 step [binding §9].
    pub(super) fn ratchet(&mut self) {
        let next = u64::from(self.generation()) + 1;
        let root = expand_label(self.hash, self.root(self.generation()).expose(), "master ratchet", &next.to_be_bytes(), self.hash.len());
        self.next_generation(root);
    }

    /// A Tier 2 step with the secret and the hash of the two frames that agreed on it [binding §9].
    pub(super) fn rekem(&mut self, shared: &[u8], transcript: &[u8]) {
        let mixed = extract(self.hash, self.root(self.generation()).expose(), shared);
        let root = expand_label(self.hash, mixed.expose(), "master ratchet rekem", transcript, self.hash.len());
        self.next_generation(root);
    }

    /// Every scope that a channel has been in, oldest first, for traffic-secret lines.
    pub(super) fn scopes(&self, channel: Channel) -> Vec<Scope> {
        let mut out = Vec::new();
        for generation in 0..=self.generation() {
            let reached = |scope: &&Scope| scope.generation == generation;
            let known = [self.previous.get(&channel), self.channels.get(&channel)];
            let last = known.into_iter().flatten().filter(reached).map(|scope| scope.epoch).max().unwrap_or(0);
            out.extend((0..=last).map(|epoch| Scope { generation, epoch, seq: 0 }));
        }
        out
    }

    /// The traffic secret of a scope.
    pub(super) fn traffic(&self, scope: Scope, suite: Suite, channel: Channel) -> Secret {
        let context = Context { direction: self.direction, epoch: scope.epoch, suite, channel };
        self.expand(self.root(scope.generation), context, NPAMP_PREFIX)
    }

    /// Seals a frame of the handshake [binding §6].
    pub(super) fn seal_handshake(&self, suite: Suite, seq: u64, header: &[u8], plain: Vec<u8>) -> Vec<u8> {
        let context = Context { direction: self.direction, epoch: 0, suite, channel: Channel::CONTROL };
        let secret = self.expand(&self.handshake, context, NPAMP_PREFIX);
        seal(self.record_key(&secret, suite, NPAMP_PREFIX).as_ref(), seq, header, plain, Sealing::Right)
    }

    /// Seals a frame, rightly or wrongly.
    pub(super) fn seal(&self, how: Seal, header: &[u8], plain: Vec<u8>) -> Vec<u8> {
        let mut context = Context { direction: self.direction, epoch: how.scope.epoch, suite: how.suite, channel: how.channel };
        let mut prefix = NPAMP_PREFIX;
        match how.sealing {
            Sealing::Channel(other) => context.channel = other,
            Sealing::OtherDirection => context.direction = context.direction.flip(),
            Sealing::Suite(other) => context.suite = other,
            Sealing::Handshake => context.epoch = 0,
            Sealing::Tls13Labels => prefix = TLS13_PREFIX,
            _ => {}
        }
        let unknown = Secret::new(vec![0x55; self.hash.len()]);
        let root = match how.sealing {
            Sealing::Unknown => &unknown,
            Sealing::Handshake => &self.handshake,
            _ => self.root(how.scope.generation),
        };
        let secret = self.expand(root, context, prefix);
        seal(self.record_key(&secret, context.suite, prefix).as_ref(), how.scope.seq, header, plain, how.sealing)
    }

    fn root(&self, generation: u32) -> &Secret {
        &self.roots[(generation as usize).min(self.roots.len() - 1)]
    }

    fn expand(&self, root: &Secret, context: Context, prefix: &str) -> Secret {
        expand_with_prefix(self.hash, root.expose(), prefix, "traffic", &context.octets(), self.hash.len())
    }

    fn record_key(&self, secret: &Secret, suite: Suite, prefix: &str) -> Option<RecordKey> {
        let key = expand_with_prefix(self.hash, secret.expose(), prefix, "key", b"", 32);
        let iv = expand_with_prefix(self.hash, secret.expose(), prefix, "iv", b"", 12);
        RecordKey::new(suite, key.expose(), iv.expose())
    }
}

/// What a traffic secret is bound to [binding §5].
#[derive(Clone, Copy)]
struct Context {
    direction: Direction,
    epoch: u32,
    suite: Suite,
    channel: Channel,
}

impl Context {
    fn octets(self) -> Vec<u8> {
        let mut out = vec![u8::try_from(self.direction.index()).unwrap_or(0)];
        out.extend_from_slice(&u64::from(self.epoch).to_be_bytes());
        out.extend_from_slice(&self.suite.0.to_be_bytes());
        out.extend_from_slice(&self.channel.0.to_be_bytes());
        out
    }
}

/// Seals `plain`; an unknown suite leaves it as it is, with a tag of zeros.
fn seal(key: Option<&RecordKey>, seq: u64, header: &[u8], mut plain: Vec<u8>, sealing: Sealing) -> Vec<u8> {
    let Some(key) = key else {
        plain.extend_from_slice(&[0; TAG_LEN]);
        return plain;
    };
    let nonce = match sealing {
        Sealing::NonceLittleEndian => key.nonce(seq.swap_bytes()),
        Sealing::NonceWithChannel => {
            let mut nonce = key.nonce(seq);
            nonce[2] ^= header[7];
            nonce[3] ^= header[8];
            nonce
        }
        _ => key.nonce(seq),
    };
    key.seal(nonce, &aad(header, sealing), &mut plain);
    plain
}

fn aad(header: &[u8], sealing: Sealing) -> Vec<u8> {
    match sealing {
        Sealing::AadWholeHeader => header.to_vec(),
        Sealing::AadWithoutTag => {
            let declared = u32::from_be_bytes([header[17], header[18], header[19], header[20]]);
            let mut out = header[..17].to_vec();
            out.extend_from_slice(&declared.saturating_sub(16).to_be_bytes());
            out
        }
        _ => header[..COVERED_LEN].to_vec(),
    }
}

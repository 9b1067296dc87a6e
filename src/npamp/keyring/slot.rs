//! Keys in use: one slot a (direction, channel), holding the keys of its current epoch and the ones before.

use smallvec::SmallVec;

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::crypto::aead::RecordKey;
use crate::crypto::digest::Hash;
use crate::npamp::handshake::schedule::{Scope, hash_of, record_key};
use crate::npamp::header::{COVERED_LEN, HEADER_LEN};
use crate::spec::channel::Channel;

use super::opening::{FrameEvidence, KeyScope};

/// Confirmations that are waited for, at most: later ones would name epochs long gone.
const MOST_WAITING: usize = 16;

/// A key with everything that names it.
#[derive(Debug)]
pub(super) struct ScopeKey {
    pub(super) generation: u32,
    pub(super) scope: Scope,
    pub(super) handshake: bool,
    pub(super) secret: Secret,
    pub(super) key: RecordKey,
    /// Which scope of the association, once it has opened a frame.
    pub(super) index: Option<u32>,
}

impl ScopeKey {
    /// The key of a traffic secret; `None` for unknown suites and secrets of no known hash.
    pub(super) fn new(generation: u32, scope: Scope, secret: Secret) -> Option<Self> {
        let key = record_key(hash_of(secret.expose())?, scope.suite, secret.expose())?;
        Some(Self { generation, scope, handshake: false, secret, key, index: None })
    }

    /// Opens a frame into `out`; `out` is empty when it does not open.
    pub(super) fn opens(&self, seq: u64, wire: &[u8], out: &mut Vec<u8>) -> bool {
        let (Some(covered), Some(payload)) = (wire.get(..COVERED_LEN), wire.get(HEADER_LEN..)) else { return false };
        open_with(&self.key, self.key.nonce(seq), covered, payload, out)
    }

    /// Whether it has opened a frame.
    pub(super) const fn is_proven(&self) -> bool {
        self.index.is_some()
    }

    /// Epoch, as rows hold it.
    pub(super) fn epoch(&self) -> u32 {
        u32::try_from(self.scope.epoch).unwrap_or(u32::MAX)
    }

    /// Ratchet generation and epoch.
    pub(super) fn at(&self) -> (u32, u32) {
        (self.generation, self.epoch())
    }

    pub(super) fn public(&self, index: u32, new: bool) -> KeyScope {
        let Scope { direction, suite, channel, .. } = self.scope;
        let sha384 = hash_of(self.secret.expose()) == Some(Hash::Sha384);
        KeyScope {
            direction,
            channel,
            generation: self.generation,
            epoch: self.epoch(),
            suite,
            sha384,
            handshake: self.handshake,
            index,
            new,
        }
    }
}

/// Opens `payload` into `out` with any nonce and associated data.
pub(super) fn open_with(key: &RecordKey, nonce: [u8; 12], covered: &[u8], payload: &[u8], out: &mut Vec<u8>) -> bool {
    out.clear();
    out.extend_from_slice(payload);
    let plain = key.open(nonce, covered, out).map(|plain| plain.len());
    out.truncate(plain.unwrap_or(0));
    plain.is_some()
}

/// One (direction, channel).
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) channel: Channel,
    /// Ratchet generation; that of its direction unless frames come in several runs.
    pub(super) generation: u32,
    pub(super) epoch: u32,
    /// Keys that may open frames of this epoch, the likeliest first.
    pub(super) keys: Vec<ScopeKey>,
    /// The state of knowledge that `keys` were derived from.
    pub(super) stamp: u64,
    /// A frame of the current epoch opened.
    pub(super) confirmed: bool,
    /// Gaps of the direction when a frame last opened; none before the first one, however many there were.
    pub(super) gaps: u32,
    /// Keys of the epoch before that opened something.
    pub(super) previous: Vec<ScopeKey>,
    /// The last boundary was that of a ratchet step.
    pub(super) ratcheted: bool,
    /// A boundary frame may have passed unread.
    pub(super) unsure: bool,
    /// The number that follows that of the last frame of this epoch: behind a greater one something is missing.
    pub(super) next: u64,
    /// Epochs announced here that wait for their confirmation.
    pub(super) waiting: SmallVec<[u64; 4]>,
}

impl Slot {
    fn new(channel: Channel, generation: u32, gaps: u32) -> Self {
        Self {
            channel,
            generation,
            epoch: 0,
            keys: Vec::new(),
            stamp: 0,
            confirmed: false,
            gaps,
            previous: Vec::new(),
            ratcheted: false,
            unsure: false,
            next: 0,
            waiting: SmallVec::new(),
        }
    }

    /// Takes the keys that are known now. Of a suite that has opened frames the key is known already.
    pub(super) fn take(&mut self, keys: Vec<ScopeKey>, stamp: u64) {
        self.keys.retain(ScopeKey::is_proven);
        let fresh = keys.into_iter().filter(|key| !self.keys.iter().any(|known| known.scope.suite == key.scope.suite));
        let fresh: Vec<ScopeKey> = fresh.collect();
        self.keys.extend(fresh);
        self.stamp = stamp;
    }

    /// Moves to another epoch: what opened so far is the past.
    pub(super) fn rotate(&mut self, epoch: u32, ratcheted: bool) {
        self.epoch = epoch;
        self.ratcheted = ratcheted;
        let used: Vec<ScopeKey> = self.keys.drain(..).filter(|key| key.index.is_some()).collect();
        if !used.is_empty() {
            self.previous = used;
        }
        self.stamp = 0;
        self.confirmed = false;
        self.unsure = false;
        self.next = 0;
    }

    /// A frame of this number was sent.
    pub(super) const fn pass(&mut self, seq: u64) {
        let next = seq.saturating_add(1);
        self.next = if next > self.next { next } else { self.next };
    }

    /// Remembers an announced epoch.
    pub(super) fn announce(&mut self, epoch: u64) {
        if self.waiting.len() >= MOST_WAITING {
            self.waiting.remove(0);
        }
        self.waiting.push(epoch);
    }
}

/// A request for a re-KEM.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Request {
    /// None is outstanding.
    #[default]
    None,
    /// Only its header is known.
    Unread,
    /// Its body.
    Read(Vec<u8>),
}

/// One direction.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// Ratchet generation.
    pub(super) generation: u32,
    /// Losses before the frame at hand, by its place in the capture.
    pub(super) losses: u32,
    /// Gaps in front of frames that were opened before it.
    pub(super) unplaced: u32,
    /// The capture began later than the association.
    pub(super) late: bool,
    /// Frames come in several runs whose order among each other is unknown.
    pub(super) streams: bool,
    pub(super) slots: Vec<Slot>,
    /// The REKEM that asks for this direction's next root.
    pub(super) rekem: Request,
    /// Tier 1 steps that wait for their confirmation.
    pub(super) waiting: SmallVec<[u64; 4]>,
}

impl Side {
    /// Gaps in front of the frame at hand.
    pub(super) const fn gaps(&self) -> u32 {
        self.losses.saturating_add(self.unplaced)
    }

    /// What the capture said of the frame before.
    pub(super) const fn evidence(&self) -> FrameEvidence {
        FrameEvidence { gap: false, losses: self.losses, late_start: self.late }
    }

    /// The slot of a channel; beyond `most` channels the last slot is taken over.
    #[expect(clippy::indexing_slicing, reason = "the position was found, or pushed, just before")]
    pub(super) fn slot(&mut self, channel: Channel, most: usize) -> &mut Slot {
        if let Some(at) = self.slots.iter().position(|slot| slot.channel == channel) {
            return &mut self.slots[at];
        }
        let full = self.slots.len() >= most.max(1);
        self.slots.truncate(most.max(1).saturating_sub(1));
        // The epoch of a channel that was forgotten is as unknown as behind a gap.
        self.slots.push(Slot::new(channel, self.generation, if full { u32::MAX } else { 0 }));
        let last = self.slots.len().saturating_sub(1);
        &mut self.slots[last]
    }

    /// A ratchet step: every channel begins again at epoch 0. Where frames come in several runs only Control is known to have
    /// reached it.
    pub(super) fn ratchet(&mut self, generation: u32) {
        self.generation = generation;
        let streams = self.streams;
        for slot in self.slots.iter_mut().filter(|slot| !streams || slot.channel == Channel::CONTROL) {
            slot.generation = generation;
            slot.rotate(0, true);
        }
    }

    /// Remembers a Tier 1 step.
    pub(super) fn announce(&mut self, generation: u64) {
        if self.waiting.len() >= MOST_WAITING {
            self.waiting.remove(0);
        }
        self.waiting.push(generation);
    }
}

/// Both directions.
#[derive(Debug, Default)]
pub(super) struct Sides {
    c2s: Side,
    s2c: Side,
}

impl Sides {
    pub(super) const fn of(&self, direction: Direction) -> &Side {
        match direction {
            Direction::C2s => &self.c2s,
            Direction::S2c => &self.s2c,
        }
    }

    pub(super) const fn of_mut(&mut self, direction: Direction) -> &mut Side {
        match direction {
            Direction::C2s => &mut self.c2s,
            Direction::S2c => &mut self.s2c,
        }
    }

    /// Client and server were taken for each other.
    pub(super) fn swap(&mut self) {
        std::mem::swap(&mut self.c2s, &mut self.s2c);
        for slot in self.c2s.slots.iter_mut().chain(&mut self.s2c.slots) {
            slot.keys.clear();
            slot.previous.clear();
            slot.stamp = 0;
            slot.confirmed = false;
        }
    }
}

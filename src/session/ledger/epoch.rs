//! How long a key has been in use in one (channel, direction) [gen 3 core §11.5, §11.7].

use crate::base::direction::Direction;
use crate::base::time::Timestamp;
use crate::npamp::header::flag;
use crate::spec::channel::Channel;
use crate::spec::profile::Profile;

use super::Entry;

/// Octets of a tag.
const TAG_LEN: u64 = 16;
/// Nanoseconds of a second.
const SECOND: i64 = 1_000_000_000;
/// From which percentage of a bound on it is near.
const NEAR: u64 = 90;
/// Silence behind a key update, in nanoseconds, that counts as waiting.
const STALL: i64 = 200_000_000;

/// What is bounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Frames; the sequence number shows them.
    Frames,
    /// Sealed octets without tags: those that were captured.
    Octets,
    /// Seconds since the epoch began, or since it was first seen.
    Seconds,
}

/// What the age of a key says about a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpochFact {
    /// A bound is reached, or nine tenths of it.
    Bound {
        /// Of what.
        measure: Measure,
        /// How much.
        value: u64,
        /// The bound.
        bound: u64,
        /// Whether the frame goes beyond; else it comes near.
        beyond: bool,
        /// Whether it is the first frame of its channel: its epoch may be said to begin with it (G-06).
        first_use: bool,
    },
    /// The sender waited for the confirmation before it used the new key.
    Stalled {
        /// Nanoseconds between the update and this frame.
        waited: i64,
        /// Nanoseconds between the confirmation and this frame.
        behind_ack: i64,
    },
}

/// One epoch of one (channel, direction).
#[derive(Clone, Debug)]
struct Epoch {
    /// When it began, or when it was first seen.
    since: Option<Timestamp>,
    octets: u64,
    /// Whether the channel was used before the epoch.
    used: bool,
    /// Beyond, and near, by measure: said already.
    said: [[bool; 2]; 3],
    phase: Option<(u32, u32)>,
    last: Option<Timestamp>,
    /// When the key update that began it was sent and confirmed.
    update: Option<(Timestamp, Option<Timestamp>)>,
    /// Time between the two last frames of the epoch before.
    pace: Option<i64>,
    /// A frame was sent in it.
    begun: bool,
    /// A boundary may have passed unseen: octets and time prove nothing until a frame shows that none did.
    doubt: bool,
}

impl Epoch {
    /// A frame was opened under the key of a phase: another one than before is another epoch.
    fn follow(&mut self, phase: Option<(u32, u32)>) {
        let Some(phase) = phase else { return };
        let other = self.phase.map_or(self.doubt, |known| known != phase);
        if other {
            *self = Self::new(None, true);
        }
        (self.phase, self.doubt) = (Some(phase), false);
    }

    const fn new(since: Option<Timestamp>, used: bool) -> Self {
        Self {
            since,
            octets: 0,
            used,
            said: [[false; 2]; 3],
            phase: None,
            last: None,
            update: None,
            pace: None,
            begun: false,
            doubt: false,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Epochs {
    list: Vec<(Direction, Channel, Epoch)>,
    /// When the epochs of channels began that were not used yet.
    start: [Option<Timestamp>; 2],
    most: usize,
}

impl Epochs {
    pub(super) const fn new(most: usize) -> Self {
        Self { list: Vec::new(), start: [None; 2], most }
    }

    /// Every channel of a direction begins a new epoch.
    pub(super) fn restart(&mut self, direction: Direction, time: Timestamp) {
        self.start[direction.index()] = Some(time);
        for (_, _, epoch) in self.list.iter_mut().filter(|(of, ..)| *of == direction) {
            *epoch = Epoch::new(Some(time), true);
        }
    }

    /// Boundaries of a direction may have been missed.
    pub(super) fn forget(&mut self, direction: Direction) {
        for (_, _, epoch) in self.list.iter_mut().filter(|(of, ..)| *of == direction) {
            epoch.doubt = true;
        }
        self.start[direction.index()] = None;
    }

    pub(super) fn swap_roles(&mut self) {
        self.start.swap(0, 1);
        for (direction, ..) in &mut self.list {
            *direction = direction.flip();
        }
    }

    /// A key update: the next frame of its channel and direction begins an epoch.
    pub(super) fn rotate(&mut self, entry: &Entry<'_>) {
        let Some(epoch) = self.at(entry.direction, entry.header.channel) else { return };
        let pace = epoch.pace;
        *epoch = Epoch { update: Some((entry.time, None)), pace, ..Epoch::new(Some(entry.time), true) };
    }

    /// A confirmation: it concerns the other direction.
    pub(super) fn confirm(&mut self, entry: &Entry<'_>) {
        if let Some((_, acked @ None)) = self.at(entry.direction.flip(), entry.header.channel).and_then(|epoch| epoch.update.as_mut()) {
            *acked = Some(entry.time);
        }
    }

    fn at(&mut self, direction: Direction, channel: Channel) -> Option<&mut Epoch> {
        let found = self.list.iter().position(|(of, on, _)| (*of, *on) == (direction, channel));
        let at = match found {
            Some(at) => at,
            None if self.list.len() >= self.most => return None,
            None => {
                self.list.push((direction, channel, Epoch::new(self.start[direction.index()], false)));
                self.list.len().saturating_sub(1)
            }
        };
        self.list.get_mut(at).map(|(_, _, epoch)| epoch)
    }

    /// Counts a frame, and says which bounds it reaches.
    pub(super) fn look(&mut self, entry: &Entry<'_>, profile: Profile) -> Vec<EpochFact> {
        let mut facts = Vec::new();
        let Some(epoch) = self.at(entry.direction, entry.header.channel).filter(|_| entry.header.has(flag::ENC)) else { return facts };
        epoch.follow(entry.phase);
        if !std::mem::replace(&mut epoch.begun, true) {
            facts.extend(stalled(epoch, entry.time));
        }
        let since = *epoch.since.get_or_insert(entry.time);
        epoch.octets = epoch.octets.saturating_add(u64::from(entry.header.payload_len).saturating_sub(TAG_LEN));
        epoch.pace = epoch.last.map(|last| entry.time.0.saturating_sub(last.0));
        epoch.last = Some(entry.time);
        let bounds = profile.key_bounds();
        let age = u64::try_from(entry.time.0.saturating_sub(since.0) / SECOND).unwrap_or(0);
        let first_use = !std::mem::replace(&mut epoch.used, true);
        let seq = entry.header.seq;
        let reached = [
            (Measure::Frames, seq, bounds.frames, seq >= bounds.frames),
            (Measure::Octets, epoch.octets, bounds.octets, epoch.octets > bounds.octets),
            (Measure::Seconds, age, bounds.seconds, age > bounds.seconds),
        ];
        for (measure, value, bound, beyond) in reached {
            let near = value >= bound / 100 * NEAR;
            let said = epoch.said.get_mut(measure as usize).and_then(|pair| pair.get_mut(usize::from(!beyond)));
            // The last number of all has a rule of its own.
            let due = (beyond || near) && if measure == Measure::Frames { seq != u64::MAX } else { !epoch.doubt };
            if due && said.is_some_and(|said| !std::mem::replace(said, true)) {
                facts.push(EpochFact::Bound { measure, value, bound, beyond, first_use });
            }
        }
        facts
    }
}

/// Whether the first frame of an epoch came only when its key update was confirmed, and much later than the frames before it.
fn stalled(epoch: &Epoch, time: Timestamp) -> Option<EpochFact> {
    let (update, acked) = epoch.update?;
    let (waited, behind_ack) = (time.0.saturating_sub(update.0), time.0.saturating_sub(acked?.0));
    let hurried = epoch.pace.is_some_and(|pace| pace.saturating_mul(4) < waited);
    (waited >= STALL && hurried && behind_ack.saturating_mul(4) < waited).then_some(EpochFact::Stalled { waited, behind_ack })
}

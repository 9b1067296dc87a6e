//! The keys of one side and encryption level: found in the key log by trial, then followed through key updates.

use bytes::Bytes;

use crate::carrier::keylog::KeyLog;
use crate::crypto::aead::{Cipher, RecordKey};
use crate::crypto::mask::HeaderKey;

use super::keys::{Keys, PacketSecret};
use super::number;
use super::open::{Sealed, Unmasked, open, unmask};
use super::version::Version;

/// Key phases before the current one that are kept: packets of it may come late.
const OLD_PHASES: u64 = 2;
/// Key updates that may be missed between two packets that were captured.
const MISSED_UPDATES: u64 = 4;
/// Windows of packet numbers tried at a packet that opens with none of the likely ones: many packets may be missing before it.
const FAR_WINDOWS: u64 = 64;
/// Packets tried so in vain, beyond those that opened.
const MOST_FAR: u32 = 64;

/// Which keys a packet is sealed with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LevelKind {
    /// Before the handshake is over; the client's alone.
    Early,
    /// The handshake.
    Handshake,
    /// Everything after it.
    Application,
}

impl LevelKind {
    /// The label of the secret in key logs.
    const fn label(self, server: bool) -> &'static str {
        match (self, server) {
            (Self::Early, _) => "CLIENT_EARLY_TRAFFIC_SECRET",
            (Self::Handshake, false) => "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
            (Self::Handshake, true) => "SERVER_HANDSHAKE_TRAFFIC_SECRET",
            (Self::Application, false) => "CLIENT_TRAFFIC_SECRET_0",
            (Self::Application, true) => "SERVER_TRAFFIC_SECRET_0",
        }
    }
}

/// What is known about the sender of a packet when its secret is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<'a> {
    pub(super) keys: &'a KeyLog,
    pub(super) random: &'a [u8],
    pub(super) server: bool,
    /// The cipher, once a `ServerHello` named it.
    pub(super) cipher: Option<Cipher>,
    /// The version whose labels are tried first.
    pub(super) version: Version,
}

/// Which number a packet may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// The number after the largest seen, and the one after the largest acknowledged.
    pub(super) near: [u64; 2],
    /// How many windows beyond are tried.
    pub(super) windows: u64,
}

/// A packet that was opened.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) sealed: Sealed,
    pub(super) payload: Bytes,
    /// Key updates before it.
    pub(super) generation: u64,
}

/// Why a packet was not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The key log has no secret for it.
    NoSecret,
    /// It opens with no key that is known.
    DoesNotOpen,
}

/// One side's keys of a level.
#[derive(Debug)]
pub(super) struct Level {
    kind: LevelKind,
    /// The phases of each secret that may be the one; a single one once a packet opened.
    candidates: Vec<Phases>,
    fixed: bool,
    /// Packets tried with far numbers in vain, beyond those that opened.
    far: u32,
    /// Revision of the key log that was looked through.
    looked: Option<(u64, Option<Cipher>)>,
}

impl Level {
    pub(super) const fn new(kind: LevelKind) -> Self {
        Self { kind, candidates: Vec::new(), fixed: false, far: 0, looked: None }
    }

    /// Whether a packet was opened, so that the keys are known.
    pub(super) const fn is_known(&self) -> bool {
        self.fixed
    }

    /// The keys are these: a packet opened with them.
    pub(super) fn fix(&mut self, phases: Phases) {
        self.candidates = vec![phases];
        self.fixed = true;
    }

    /// The phases in use.
    pub(super) fn phases(&self) -> Option<&Phases> {
        self.candidates.first().filter(|_| self.fixed)
    }

    /// Opens a packet whose number begins at `number_at`.
    pub(super) fn open(&mut self, hints: Hints<'_>, packet: &[u8], number_at: usize, expected: Expected) -> Result<Opened, Failure> {
        self.look(hints);
        if self.candidates.is_empty() {
            return Err(if self.is_named(hints) { Failure::DoesNotOpen } else { Failure::NoSecret });
        }
        let found = self.candidates.iter_mut().enumerate().find_map(|(at, phases)| Some((at, phases.open(packet, number_at, expected)?)));
        self.far = self.far.saturating_sub(u32::from(found.is_some()));
        let Some((at, opened)) = found.or_else(|| self.open_far(packet, number_at, expected)) else { return Err(Failure::DoesNotOpen) };
        if !self.fixed {
            self.candidates.swap(0, at);
            self.candidates.truncate(1);
            self.fixed = true;
        }
        Ok(opened)
    }

    /// Whether the key log has a secret for it, be it of a size that fits no cipher in use.
    fn is_named(&self, hints: Hints<'_>) -> bool {
        let label = self.kind.label(hints.server);
        hints.keys.tls(hints.random).iter().any(|secret| secret.label == label)
    }

    /// Opens a packet with keys that are known, before which many are missing.
    fn open_far(&mut self, packet: &[u8], number_at: usize, expected: Expected) -> Option<(usize, Opened)> {
        let phases = self.candidates.first_mut().filter(|_| self.fixed && self.far < MOST_FAR)?;
        let opened = phases.open(packet, number_at, Expected { windows: FAR_WINDOWS, ..expected });
        self.far = self.far.saturating_add(u32::from(opened.is_none()));
        Some((0, opened?))
    }

    /// Looks for the secret in the key log, when it may hold another answer than before.
    fn look(&mut self, hints: Hints<'_>) {
        let look = (hints.keys.revision(), hints.cipher);
        if self.fixed || self.looked == Some(look) {
            return;
        }
        self.looked = Some(look);
        self.candidates.clear();
        let label = self.kind.label(hints.server);
        for secret in hints.keys.tls(hints.random).iter().filter(|secret| secret.label == label) {
            for version in [hints.version, hints.version.other()] {
                // The cipher of early data is that of an earlier connection.
                let named = hints.cipher.filter(|_| self.kind != LevelKind::Early);
                for cipher in Cipher::ALL.into_iter().filter(|cipher| named.is_none_or(|named| *cipher == named)) {
                    self.candidates.extend(Phases::of(PacketSecret { version, cipher, secret: secret.secret.clone() }));
                }
            }
        }
    }
}

/// A secret and those that follow from it.
#[derive(Debug)]
pub(super) struct Phases {
    header: HeaderKey,
    first: PacketSecret,
    /// Phases by the number of updates before them; the current one is the last.
    known: Vec<Phase>,
    /// The lowest number seen in the current phase.
    since: u64,
}

#[derive(Debug)]
struct Phase {
    generation: u64,
    secret: PacketSecret,
    key: RecordKey,
}

impl Phases {
    /// The phases of a secret; `None` when it has the wrong length for its cipher.
    pub(super) fn of(secret: PacketSecret) -> Option<Self> {
        let Keys { header, packet, secret } = Keys::of(secret)?;
        let phase = Phase { generation: 0, secret: secret.clone(), key: packet };
        Some(Self { header, first: secret, known: vec![phase], since: 0 })
    }

    /// The secret of the first phase.
    pub(super) const fn first(&self) -> &PacketSecret {
        &self.first
    }

    /// The secret of a phase that is kept.
    pub(super) fn secret(&self, generation: u64) -> Option<&PacketSecret> {
        self.known.iter().find(|phase| phase.generation == generation).map(|phase| &phase.secret)
    }

    /// Takes the mask off, without opening.
    pub(super) fn unmask(&self, packet: &[u8], number_at: usize) -> Option<Unmasked> {
        unmask(&self.header, packet, number_at)
    }

    /// Opens a packet: with the likeliest number and every phase that it may belong to, then with other numbers.
    pub(super) fn open(&mut self, packet: &[u8], number_at: usize, expected: Expected) -> Option<Opened> {
        let unmasked = self.unmask(packet, number_at)?;
        let mut numbers = numbers(unmasked, expected);
        let first = numbers.next()?;
        let try_one = |this: &mut Self, number, generation| this.open_as(packet, number_at, unmasked, number, generation);
        for generation in self.generations(unmasked, first, packet) {
            if let Some(opened) = try_one(self, first, generation) {
                return Some(opened);
            }
        }
        numbers.find_map(|number| {
            let generation = self.generations(unmasked, number, packet).next()?;
            try_one(self, number, generation)
        })
    }

    /// Opens a packet as `number` in phase `generation`; the phase becomes the current one when it is newer.
    pub(super) fn open_as(&mut self, packet: &[u8], number_at: usize, unmasked: Unmasked, number: u64, generation: u64) -> Option<Opened> {
        let sealed = Sealed { number, number_at: u16::try_from(number_at).ok()?, first: unmasked.first };
        if let Some(phase) = self.known.iter().find(|phase| phase.generation == generation) {
            let payload = open(&phase.key, packet, sealed)?;
            if generation == self.current() {
                self.since = self.since.min(number);
            }
            return Some(Opened { sealed, payload, generation });
        }
        let mut newer = self.known.last()?.secret.clone();
        let mut added = Vec::new();
        for generation in self.current().saturating_add(1)..=generation {
            newer = newer.updated();
            added.push(Phase { generation, key: newer.packet_key()?, secret: newer.clone() });
        }
        let payload = open(&added.last()?.key, packet, sealed)?;
        self.known.append(&mut added);
        self.known.retain(|phase| phase.generation.saturating_add(OLD_PHASES) >= generation);
        self.since = number;
        Some(Opened { sealed, payload, generation })
    }

    fn current(&self) -> u64 {
        self.known.last().map_or(0, |phase| phase.generation)
    }

    /// The phases that a packet may belong to, likeliest first.
    fn generations(&self, unmasked: Unmasked, number: u64, packet: &[u8]) -> impl Iterator<Item = u64> + use<> {
        let long = packet.first().is_some_and(|first| first & super::packet::LONG != 0);
        let current = self.current();
        let odd = unmasked.key_phase();
        let same = (current & 1 == 1) == odd;
        let (old, newer) = (current.checked_sub(1), current.saturating_add(1));
        let (one, other) = match (long, same) {
            (true, _) => (Some(0), None),
            (false, true) => (Some(current), current.checked_sub(2)),
            (false, false) if number < self.since => (old, Some(newer)),
            (false, false) => (Some(newer), old),
        };
        let more = (2..=MISSED_UPDATES).map(move |by| current.saturating_add(by)).filter(move |by| !long && (by & 1 == 1) == odd);
        one.into_iter().chain(other).chain(more)
    }
}

/// The numbers that a packet may have, likeliest first.
pub(super) fn numbers(unmasked: Unmasked, expected: Expected) -> impl Iterator<Item = u64> + use<> {
    let len = unmasked.number_len();
    let [one, other] = expected.near.map(|near| number::decode(near, unmasked.truncated, len));
    let beyond = (1..=expected.windows).map(move |by| one.saturating_add(number::window(len).saturating_mul(by)));
    std::iter::once(one).chain((other != one).then_some(other)).chain(beyond)
}

//! Opening application frames. The steady state is one lookup and one opening; everything else is reached only by failure.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::carrier::keylog::KeyLog;
use crate::npamp::header::Header;
use crate::npamp::protection::{Protection, SealedReason};
use crate::spec::channel::Channel;
use crate::spec::generation::Generation;
use crate::spec::suite::Suite;

use super::Keyring;
use super::boundary::is_boundary;
use super::opening::{KeyScope, Opening, Probe};
use super::roots::{KNOWN_SUITES, scope};
use super::slot::{ScopeKey, Slot};

/// Generations before the present one that a channel may begin in.
const OLDER_GENERATIONS: usize = 2;

/// What one key opened: everything about it that outlives the borrow of the slot.
pub(super) struct Hit {
    pub(super) scope: KeyScope,
    pub(super) secret: Option<Secret>,
}

impl Keyring {
    /// A sealed frame that is not one of the two AUTH frames due.
    pub(super) fn open_record(&mut self, log: &KeyLog, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Opening {
        self.ready(log, direction, header.channel);
        match self.try_current(direction, header, wire, out) {
            Some(hit) => self.opened(log, direction, header, hit, out),
            None => self.unopened(log, direction, header, wire, out),
        }
    }

    /// Derives the keys of a slot when there may be some that it does not have.
    fn ready(&mut self, log: &KeyLog, direction: Direction, channel: Channel) {
        let stamp = self.stamp;
        let slot = self.sides.of_mut(direction).slot(channel, self.channels);
        if slot.stamp == stamp {
            return;
        }
        let (generation, epoch) = (slot.generation, slot.epoch);
        let keys = self.derive(log, direction, generation, epoch, channel);
        self.slot(direction, channel).take(keys, stamp);
    }

    pub(super) fn slot(&mut self, direction: Direction, channel: Channel) -> &mut Slot {
        self.sides.of_mut(direction).slot(channel, self.channels)
    }

    /// Every key that may open frames of a scope: from roots, then from traffic secrets.
    pub(super) fn derive(&self, log: &KeyLog, direction: Direction, generation: u32, epoch: u32, channel: Channel) -> Vec<ScopeKey> {
        let mut keys: Vec<ScopeKey> = Vec::new();
        for suite in self.suites() {
            let place = scope(direction, epoch, suite, channel);
            keys.extend(self.roots.traffic(generation, &place).into_iter().filter_map(|secret| ScopeKey::new(generation, place, secret)));
        }
        let lines = self.held(log).map(|held| held.traffic.as_slice()).unwrap_or_default();
        for line in lines {
            let fits = (line.direction, line.generation, line.epoch, line.channel) == (direction, generation, epoch, channel);
            if fits && !keys.iter().any(|key| key.secret == line.secret && key.scope.suite == line.suite) {
                keys.extend(ScopeKey::new(generation, scope(direction, epoch, line.suite, channel), line.secret.clone()));
            }
        }
        keys
    }

    /// Suites that frames may be sealed with, the likeliest first.
    pub(super) fn suites(&self) -> Vec<Suite> {
        let mut suites = self.negotiated.suites.clone();
        if suites.is_empty() || self.negotiated.is_diversified() {
            suites.extend(KNOWN_SUITES.iter().filter(|suite| !self.negotiated.suites.contains(suite)));
        }
        suites.retain(|suite| suite.name().is_some());
        suites
    }

    fn try_current(&mut self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Hit> {
        let due = self.negotiated.suite_of(header.seq);
        let slot = self.sides.of_mut(direction).slot(header.channel, self.channels);
        let first = due.and_then(|due| slot.keys.iter().position(|key| key.scope.suite == due)).unwrap_or(0);
        let at = if slot.keys.get(first)?.opens(header.seq, wire, out) {
            first
        } else {
            (0..slot.keys.len())
                .filter(|at| *at != first)
                .find(|at| slot.keys.get(*at).is_some_and(|key| key.opens(header.seq, wire, out)))?
        };
        if due.is_none() && at > 0 {
            slot.keys.swap(0, at);
        }
        let at = if due.is_none() { 0 } else { at };
        self.hit(direction, header.channel, at)
    }

    /// Takes note that a key of the current epoch opened a frame.
    pub(super) fn hit(&mut self, direction: Direction, channel: Channel, at: usize) -> Option<Hit> {
        let gaps = self.sides.of(direction).gaps();
        let scopes = self.scopes;
        let slot = self.slot(direction, channel);
        (slot.confirmed, slot.gaps, slot.unsure) = (true, gaps, false);
        let key = slot.keys.get_mut(at)?;
        if let Some(index) = key.index {
            return Some(Hit { scope: key.public(index, false), secret: None });
        }
        key.index = Some(scopes);
        let hit = Hit { scope: key.public(scopes, true), secret: Some(key.secret.clone()) };
        let (generation, place, secret) = (key.generation, key.scope, key.secret.clone());
        if !self.roots.settled() || self.roots.ambiguous() {
            self.roots.settle(generation, &place, &secret);
        }
        let slot = self.slot(direction, channel);
        slot.keys.retain(|key| key.scope.suite != place.suite || key.secret == secret);
        self.next_scope();
        Some(hit)
    }

    /// Numbers a new scope.
    pub(super) const fn next_scope(&mut self) -> u32 {
        let index = self.scopes;
        self.scopes = self.scopes.saturating_add(1);
        index
    }

    /// A frame opened under a key of its own scope.
    pub(super) fn opened(&mut self, log: &KeyLog, direction: Direction, header: &Header, hit: Hit, plain: &[u8]) -> Opening {
        let probe = self.judge_suite(header.seq, hit.scope.suite);
        self.slot(direction, header.channel).pass(header.seq);
        let ratchet = self.boundary(log, direction, header, plain);
        Opening { protection: Protection::Opened, scope: Some(hit.scope), secret: hit.secret, probe, ratchet, ..Opening::clear() }
    }

    /// Whether a suite was one that could be used for a frame.
    fn judge_suite(&self, seq: u64, suite: Suite) -> Option<Probe> {
        let negotiated = &self.negotiated;
        if negotiated.suites.is_empty() || negotiated.suite_of(seq) == Some(suite) {
            return None;
        }
        if !negotiated.suites.contains(&suite) {
            return (!negotiated.is_diversified()).then_some(Probe::UnnegotiatedSuite(suite));
        }
        (negotiated.generation == Some(Generation::Three)).then_some(Probe::OtherSuiteOfTwo(suite))
    }

    /// No key of the slot opened the frame.
    fn unopened(&mut self, log: &KeyLog, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Opening {
        if let Some(opening) = self.open_with_handshake_key(direction, header, wire, out) {
            return opening;
        }
        if let Some(opening) = self.open_handshake_error(log, direction, header, wire, out) {
            return opening;
        }
        if let Some(opening) = self.open_across_streams(log, direction, header, wire, out) {
            return opening;
        }
        if let Some(opening) = self.open_with_previous(direction, header, wire, out) {
            return opening;
        }
        if let Some(opening) = self.search(log, direction, header, wire, out) {
            return opening;
        }
        if let Some(opening) = self.try_every_secret(log, direction, header, wire, out) {
            return opening;
        }
        if let Some(opening) = self.open_with_other_suite(log, direction, header, wire, out) {
            return opening;
        }
        let probe = if self.lacks_suite(direction, header) { None } else { self.probe(direction, header, wire, out) };
        let reason = self.reason(log, direction, header, probe);
        self.slot(direction, header.channel).pass(header.seq);
        if reason == SealedReason::TagMismatch {
            self.slot(direction, header.channel).unsure |= is_boundary(header);
        } else {
            self.boundary_by_header(log, direction, header);
        }
        Opening { probe, ..Opening::sealed(reason) }
    }

    /// Errors during the handshake are sealed under the handshake key, and so is a repeated AUTH frame.
    fn open_with_handshake_key(&mut self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Opening> {
        if header.channel != Channel::CONTROL {
            return None;
        }
        let scopes = self.scopes;
        let key = self.handshake.key(direction).filter(|key| key.opens(header.seq, wire, out))?;
        let new = key.index.is_none();
        let index = *key.index.get_or_insert(scopes);
        let (scope, secret) = (key.public(index, new), new.then(|| key.secret.clone()));
        if new {
            self.next_scope();
        }
        Some(Opening { protection: Protection::Opened, scope: Some(scope), secret, ..Opening::clear() })
    }

    /// Where frames come in several runs: a channel reaches a ratchet step of its direction by itself, before or after Control; one that
    /// begins late may do so before an earlier step.
    fn open_across_streams(
        &mut self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<Opening> {
        let side = self.sides.of(direction);
        let reached = side.generation;
        if !side.streams || header.channel == Channel::CONTROL {
            return None;
        }
        let slot = self.slot(direction, header.channel);
        let (own, fresh) = (slot.generation, slot.keys.iter().all(|key| key.index.is_none()) && slot.previous.is_empty());
        let later = own.saturating_add(1)..=reached.max(own).saturating_add(1);
        let earlier = (0..own).rev().take(if fresh { OLDER_GENERATIONS } else { 0 });
        let (generation, key) = later.chain(earlier).find_map(|generation| {
            let keys = self.derive(log, direction, generation, 0, header.channel);
            keys.into_iter().find(|key| key.opens(header.seq, wire, out)).map(|key| (generation, key))
        })?;
        let mut keys = self.derive(log, direction, generation, 0, header.channel);
        keys.retain(|other| other.secret != key.secret);
        keys.insert(0, key);
        let stamp = self.stamp;
        let slot = self.slot(direction, header.channel);
        slot.rotate(0, true);
        (slot.generation, slot.keys, slot.stamp) = (generation, keys, stamp);
        let hit = self.hit(direction, header.channel, 0)?;
        Some(self.opened(log, direction, header, hit, out))
    }

    /// A frame sealed under the key that the last boundary retired.
    fn open_with_previous(&mut self, direction: Direction, header: &Header, wire: &[u8], out: &mut Vec<u8>) -> Option<Opening> {
        let slot = self.slot(direction, header.channel);
        let due = (slot.generation, slot.epoch);
        let key = slot.previous.iter().find(|key| key.opens(header.seq, wire, out))?;
        let index = key.index?;
        let probe = Probe::OldKey { used: key.at(), due, ratchet: slot.ratcheted };
        Some(Opening { protection: Protection::Opened, scope: Some(key.public(index, false)), probe: Some(probe), ..Opening::clear() })
    }

    /// A suite that was not selected. Its key stays in use: who did it once does it again.
    fn open_with_other_suite(
        &mut self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<Opening> {
        let tried = self.suites();
        let slot = self.slot(direction, header.channel);
        let (generation, epoch) = (slot.generation, slot.epoch);
        let others = KNOWN_SUITES.into_iter().filter(|suite| self.probes_left > 0 && !tried.contains(suite));
        let key = others.into_iter().find_map(|suite| {
            let place = scope(direction, epoch, suite, header.channel);
            let keys = self.roots.traffic(generation, &place).into_iter().filter_map(|secret| ScopeKey::new(generation, place, secret));
            keys.into_iter().find(|key| key.opens(header.seq, wire, out))
        })?;
        let keys = &mut self.slot(direction, header.channel).keys;
        keys.push(key);
        let last = keys.len().saturating_sub(1);
        let hit = self.hit(direction, header.channel, last)?;
        Some(self.opened(log, direction, header, hit, out))
    }
}

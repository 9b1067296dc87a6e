//! Sealed records: opened, sorted by content, delivered; and what of them changes the keys.

use std::collections::VecDeque;

use bytes::{Bytes, BytesMut};

use crate::carrier::event::{Event, Run, Unit};
use crate::carrier::facts::{Choice, Closed, Early};
use crate::carrier::hello::{self, TLS13};
use crate::carrier::seal::Seal;
use crate::carrier::suite::CipherSuite;
use crate::net::At;

use super::keys::{Keyed, Phase};
use super::messages::{Message, message};
use super::record::{Record, content};
use super::side::{Doubt, HeldEarly};
use super::{Env, Tls};

/// Octets by which a record with a key update is longer than an empty one.
const KEY_UPDATE: u64 = 5;

/// Octets of the message that ends early data.
const END_OF_EARLY_DATA: u64 = 4;

/// The content of a record, with where it was.
pub(super) struct Opened {
    pub(super) kind: u8,
    pub(super) bytes: BytesMut,
    pub(super) number: u64,
    pub(super) place: u64,
    pub(super) sealed: usize,
    pub(super) at: At,
}

impl Tls {
    /// Takes a sealed record.
    pub(super) fn sealed(&mut self, side: usize, record: Record, env: &mut Env<'_>) {
        if self.side(side).keyed.is_none() && self.side(side).candidates.is_none() && !self.find_keys(side, env) {
            self.wait(side, record, env);
        } else {
            self.open(side, record, env);
        }
    }

    /// Looks whether the key log has something new; then opens what waited for it.
    pub(super) fn look_up(&mut self, env: &mut Env<'_>) {
        if self.revision.replace(env.keys.revision()).is_none_or(|known| known == env.keys.revision()) {
            return;
        }
        let mut ready = Vec::new();
        for side in [0, 1] {
            if self.side(side).keyed.is_none() {
                self.side(side).candidates = None;
                ready.extend(self.release(side, env).into_iter().map(|record| (side, record)));
            }
        }
        // The two sides go on in the order in which their records came.
        ready.sort_by_key(|(_, record)| record.at.packet);
        for (side, record) in ready {
            self.sealed(side, record, env);
        }
    }

    /// The records of a side that waited for keys, when there are some now.
    fn release(&mut self, side: usize, env: &mut Env<'_>) -> VecDeque<Record> {
        if self.side(side).waiting.is_empty() && !self.side(side).records.is_passing() || !self.find_keys(side, env) {
            return VecDeque::new();
        }
        self.side(side).records.pass(false);
        let waiting = std::mem::take(&mut self.side(side).waiting);
        let octets = std::mem::take(&mut self.side(side).waiting_octets);
        env.budget.waiting = env.budget.waiting.saturating_add(octets);
        let role = self.role(side);
        if let Some(shape) = self.facts.shape.get_mut(role) {
            shape.closed = shape.closed.saturating_sub(waiting.len() as u64);
            shape.closed_octets = shape.closed_octets.saturating_sub(octets as u64);
        }
        waiting
    }

    /// Keeps a record for which there is no key yet. When too much waits, all of it is given up.
    fn wait(&mut self, side: usize, record: Record, env: &mut Env<'_>) {
        let octets = record.octets.len();
        self.count_closed(side, octets as u64);
        self.close(side, Closed::KeyMissing);
        let (most, numbers) = (self.bounds.waiting, self.bounds.numbers);
        let fits = self.side(side).waiting_octets.saturating_add(octets) <= most && octets <= env.budget.waiting;
        let offered = self.facts.offers_npamp();
        let state = self.side(side);
        if fits && offered {
            state.waiting_octets = state.waiting_octets.saturating_add(octets);
            state.waiting.push_back(record);
            env.budget.waiting = env.budget.waiting.saturating_sub(octets);
            return;
        }
        state.lost(octets as u64, false, numbers);
        state.lost(state.waiting_octets as u64, false, numbers);
        state.records.pass(true);
        let freed = state.drop_waiting();
        env.budget.waiting = env.budget.waiting.saturating_add(freed);
    }

    fn open(&mut self, side: usize, mut record: Record, env: &mut Env<'_>) {
        let state = self.side(side);
        let (place, at, sealed) = (record.place, record.at, record.octets.len());
        if let (Some(keyed), None) = (&state.keyed, state.doubt)
            && keyed.phase != Phase::Early
        {
            let number = keyed.number;
            match keyed.open(number, &mut record.octets) {
                Some(kind) => self.opened(side, Opened { kind, bytes: record.octets, number, place, sealed, at }),
                None => self.missed(side, sealed as u64, false),
            }
            return;
        }
        match self.search(side, &record.octets, env) {
            Some(hit) => {
                let (kind, number) = (hit.kind, hit.number);
                let bytes = self.settle(side, hit, at);
                self.opened(side, Opened { kind, bytes, number, place, sealed, at });
            }
            None => self.missed(side, sealed as u64, false),
        }
    }

    /// A sealed record cannot be opened, or was not captured whole.
    pub(super) fn missed(&mut self, side: usize, octets: u64, snaplen: bool) {
        self.count_closed(side, octets);
        self.broken(side);
        let state = self.side(side);
        state.failed(octets, snaplen);
        let fresh = state.keyed.as_ref().is_none_or(|keyed| keyed.number == 0 || keyed.phase == Phase::Handshake);
        let only_later = state.expect.is_some_and(|expect| {
            let candidates = state.candidates.as_deref().unwrap_or_default();
            state.keyed.is_none() && candidates.iter().all(|candidate| candidate.phase > expect)
        });
        if only_later {
            self.close(side, Closed::KeyMissing);
        } else if fresh && !snaplen && !state.started {
            self.close(side, Closed::KeyWrong);
        }
    }

    /// Content goes missing: said once, until a record opens again.
    pub(super) fn broken(&mut self, side: usize) {
        let state = self.side(side);
        let flows = state.keyed.as_ref().is_some_and(|keyed| keyed.phase == Phase::Application);
        if flows && state.doubt.is_none() {
            self.events.push_back(Event::Broken { run: Run { side, stream: None } });
        }
    }

    fn close(&mut self, side: usize, why: Closed) {
        let role = self.role(side);
        if let Some(slot) = self.facts.closed.get_mut(role).filter(|slot| **slot != Some(why)) {
            *slot = Some(why);
            self.changed();
        }
    }

    /// Takes the content of a record that opened with the key in force.
    fn opened(&mut self, side: usize, opened: Opened) {
        let role = self.role(side);
        if let Some(shape) = self.facts.shape.get_mut(role) {
            shape.opened = shape.opened.saturating_add(1);
        }
        if let Some(slot) = self.facts.closed.get_mut(role).filter(|slot| slot.is_some()) {
            *slot = None;
            self.changed();
        }
        let Some(keyed) = self.side(side).keyed.as_mut() else { return };
        keyed.number = opened.number.saturating_add(1);
        match (opened.kind, keyed.phase) {
            (content::DATA, Phase::Early) => self.early(side, opened),
            (content::DATA, Phase::Application) => self.deliver(side, opened),
            (content::HANDSHAKE, phase) => self.sealed_messages(side, phase, &opened.bytes),
            (content::ALERT, _) => self.alert(side, &opened.bytes),
            _ => {}
        }
    }

    fn sealed_messages(&mut self, side: usize, phase: Phase, mut octets: &[u8]) {
        while let Some(Message { kind, body }) = self.side(side).messages.next(&mut octets) {
            match (kind, phase) {
                (message::ENCRYPTED_EXTENSIONS, Phase::Handshake) => self.extensions(&body),
                (message::FINISHED, Phase::Handshake) => return self.expect(side, Phase::Application),
                (message::END_OF_EARLY_DATA, Phase::Early) => {
                    self.settle_early(true);
                    return self.expect(side, Phase::Handshake);
                }
                (message::KEY_UPDATE, Phase::Application) => return self.update(side),
                _ => {}
            }
        }
    }

    fn extensions(&mut self, body: &[u8]) {
        let Some(read) = hello::encrypted_extensions(body) else { return };
        self.changed();
        self.facts.alpn = read.alpn.map_or(Choice::Nothing, |name| Choice::Protocol(name.into()));
        self.settle_early(read.early_data);
    }

    /// The records of a side go on under the keys of the next phase.
    fn expect(&mut self, side: usize, phase: Phase) {
        if phase == Phase::Application && Some(side) == self.client && self.facts.early == Early::Offered {
            self.settle_early(false);
        }
        let state = self.side(side);
        (state.keyed, state.candidates, state.expect) = (None, None, Some(phase));
        state.messages.reset();
    }

    fn update(&mut self, side: usize) {
        let role = self.role(side);
        let state = self.side(side);
        state.keyed = state.keyed.as_ref().and_then(Keyed::next);
        state.candidates = None;
        state.messages.reset();
        self.count_updates(role, 1);
    }

    fn count_updates(&mut self, role: usize, count: u32) {
        if let Some(slot) = self.facts.updates.get_mut(role) {
            *slot = slot.saturating_add(count);
        }
    }

    /// Whether the server takes early data is known now.
    pub(super) fn settle_early(&mut self, accepted: bool) {
        if self.facts.early != Early::Offered {
            return;
        }
        self.facts.early = if accepted { Early::Accepted } else { Early::Refused };
        let Some(client) = self.client else { return };
        let held = std::mem::take(&mut self.side(client).early);
        for HeldEarly { bytes, unit, at } in held.into_iter().filter(|_| accepted) {
            self.emit(client, bytes, unit, at);
        }
    }

    fn early(&mut self, side: usize, opened: Opened) {
        match self.facts.early {
            Early::Accepted => self.deliver(side, opened),
            Early::None | Early::Refused => {}
            Early::Offered => {
                let (bytes, unit, at) = self.unit(side, opened);
                let most = self.bounds.early;
                let state = self.side(side);
                state.early_octets = state.early_octets.saturating_add(bytes.len());
                if state.early_octets <= most {
                    state.early.push(HeldEarly { bytes, unit, at });
                }
            }
        }
    }

    fn deliver(&mut self, side: usize, opened: Opened) {
        if !opened.bytes.is_empty() {
            let (bytes, unit, at) = self.unit(side, opened);
            self.emit(side, bytes, unit, at);
        }
    }

    fn emit(&mut self, side: usize, bytes: Bytes, unit: Unit, at: At) {
        let state = self.side(side);
        let (offset, run) = (state.offset, Run { side, stream: None });
        state.offset = offset.saturating_add(bytes.len() as u64);
        state.started = true;
        self.events.push_back(Event::Data { run, offset, bytes, unit, at });
    }

    fn unit(&mut self, side: usize, opened: Opened) -> (Bytes, Unit, At) {
        let Opened { bytes, number, place, sealed, at, .. } = opened;
        let next = u32::try_from(self.seals.len()).unwrap_or(u32::MAX);
        let mut seal = None;
        let key = self.side(side).keyed.as_mut().map_or(next, |keyed| {
            *keyed.seal.get_or_insert_with(|| {
                seal = Some(Seal::Tls { cipher: keyed.cipher, secret: keyed.secret.clone() });
                next
            })
        });
        self.seals.extend(seal);
        let sealed = u16::try_from(sealed).unwrap_or(u16::MAX);
        (bytes.freeze(), Unit { place, sealed, skip: 0, key, number }, at)
    }

    /// A search found the key and the number of a record: what went missing before it is known now. Returns the content.
    fn settle(&mut self, side: usize, hit: super::search::Hit, at: At) -> BytesMut {
        let doubt = self.side(side).doubt.take().unwrap_or_default();
        let old = self.side(side).keyed.take();
        let missing = match &hit.candidate {
            Some(keyed) if keyed.phase == Phase::Handshake && self.facts.early == Early::Accepted && self.client == Some(side) => {
                Missing::Octets(doubt.content(doubt.failed).saturating_sub(END_OF_EARLY_DATA))
            }
            _ => missing(old.as_ref(), &hit, doubt),
        };
        let keyed = hit.candidate.or(old);
        self.side(side).candidates = None;
        if let Some(keyed) = &keyed {
            self.learn(side, keyed);
        }
        match (&keyed, missing) {
            (Some(keyed), Missing::Unknown) if keyed.phase == Phase::Application && !self.side(side).started => {
                self.events.push_back(Event::Late { run: Run { side, stream: None } });
            }
            (_, Missing::Octets(length)) if length > 0 => self.skip(side, length, doubt.snaplen, at),
            _ => {}
        }
        let role = self.role(side);
        self.count_updates(role, hit.updates);
        if self.client == Some(side) && doubt.unseen == 0 && keyed.as_ref().is_some_and(|keyed| keyed.phase > Phase::Early) {
            // The client went on without ending its early data.
            self.settle_early(false);
        }
        self.side(side).keyed = keyed;
        hit.bytes
    }

    /// A key that opened a record tells which connection this is.
    fn learn(&mut self, side: usize, keyed: &Keyed) {
        self.changed();
        if self.random.is_none() {
            self.random = Some(keyed.random.clone());
            self.facts.random.clone_from(&self.random);
            self.side(1_usize.saturating_sub(side)).candidates = None;
        }
        self.client.get_or_insert(if keyed.client { side } else { 1_usize.saturating_sub(side) });
        self.facts.suite.get_or_insert(CipherSuite::of(keyed.cipher));
        self.facts.version.get_or_insert(TLS13);
    }

    fn skip(&mut self, side: usize, length: u64, snaplen: bool, at: At) {
        let state = self.side(side);
        let (offset, run) = (state.offset, Run { side, stream: None });
        state.offset = offset.saturating_add(length);
        state.started = true;
        self.events.push_back(Event::Gap { run, offset, length, snaplen, at });
    }

    /// No further record will tell what went missing at the end.
    pub(super) fn give_up(&mut self, side: usize, at: At) {
        let state = self.side(side);
        let follows = state.started && state.keyed.as_ref().is_some_and(|keyed| keyed.phase == Phase::Application);
        let Some(doubt) = state.doubt.take().filter(|_| follows) else { return };
        let length = doubt.content(doubt.failed.max(1));
        if length > 0 {
            self.skip(side, length, doubt.snaplen, at);
        }
    }
}

/// What a hit tells of the content before it.
enum Missing {
    /// So many octets are missing.
    Octets(u64),
    /// How many is not known.
    Unknown,
}

fn missing(old: Option<&Keyed>, hit: &super::search::Hit, doubt: Doubt) -> Missing {
    let Some(candidate) = &hit.candidate else {
        let before = old.map_or(0, |old| old.number).saturating_sub(if doubt.idle { 0 } else { doubt.failed });
        let content = old.is_some_and(|old| old.phase == Phase::Application);
        return Missing::Octets(if content { doubt.content(hit.number.saturating_sub(before)) } else { 0 });
    };
    match (old.map(|old| old.phase), candidate.phase) {
        (Some(Phase::Application), Phase::Application) => {
            let updates = u64::from(hit.updates);
            Missing::Octets(doubt.content(hit.number.saturating_add(updates)).saturating_sub(KEY_UPDATE.saturating_mul(updates)))
        }
        (_, Phase::Application) if candidate.generation > 0 || hit.number > 0 => Missing::Unknown,
        _ => Missing::Octets(0),
    }
}

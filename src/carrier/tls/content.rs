//! Content out of opened records, in its order: delivered, held back while it is early, missing.

use bytes::{Bytes, BytesMut};

use crate::carrier::event::{Event, Run, Unit};
use crate::carrier::facts::Early;
use crate::carrier::hello::TLS13;
use crate::carrier::seal::Seal;
use crate::carrier::suite::CipherSuite;
use crate::net::At;

use super::Tls;
use super::keys::{Keyed, Phase};
use super::opening::Opened;
use super::search::Hit;
use super::side::{Doubt, HeldEarly};

/// Octets by which a record with a key update is longer than an empty one.
const KEY_UPDATE: u64 = 5;
/// Octets of the message that ends early data.
const END_OF_EARLY_DATA: u64 = 4;

impl Tls {
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

    /// Takes content that came before the handshake was done.
    pub(super) fn early(&mut self, side: usize, opened: Opened) {
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

    /// Takes content.
    pub(super) fn deliver(&mut self, side: usize, opened: Opened) {
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
    pub(super) fn settle(&mut self, side: usize, hit: Hit, at: At) -> BytesMut {
        let doubt = self.side(side).doubt.take().unwrap_or_default();
        let old = self.side(side).keyed.take();
        let missing = match &hit.candidate {
            Some(keyed) if keyed.phase == Phase::Handshake && self.facts.early == Early::Accepted && self.client == Some(side) => {
                Missing::Octets(doubt.content(doubt.failed).saturating_sub(END_OF_EARLY_DATA))
            }
            // What the client sends behind its handshake is content; a server sends tickets too, which are none.
            Some(keyed) if keyed.generation == 0 && self.client == Some(side) && self.side(side).expect == Some(Phase::Application) => {
                Missing::Octets(doubt.content(hit.number))
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
        self.settled |= keyed.phase > Phase::Early;
        let client = if keyed.client { side } else { 1_usize.saturating_sub(side) };
        if self.client.is_none() {
            self.client = Some(client);
            if client == 1 {
                // Until now sides were counted as if the first were the client.
                self.facts.shape.swap(0, 1);
                self.facts.closed.swap(0, 1);
            }
        }
        self.facts.suite = self.facts.suite.or_else(|| Some(CipherSuite::of(keyed.cipher)));
        self.facts.version = self.facts.version.or(Some(TLS13));
    }

    fn skip(&mut self, side: usize, length: u64, snaplen: bool, at: At) {
        let state = self.side(side);
        let (offset, run) = (state.offset, Run { side, stream: None });
        let exact = !state.padding.is_used();
        let length = state.padding.content_of(length);
        state.offset = offset.saturating_add(length);
        state.started = true;
        self.events.push_back(Event::Gap { run, offset, length, exact, snaplen, at });
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

fn missing(old: Option<&Keyed>, hit: &Hit, doubt: Doubt) -> Missing {
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

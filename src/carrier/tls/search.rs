//! Which key and which number open a record, when that is not certain: after a hole, at a start in the middle, with some secrets
//! missing. Likely ones first, never more than the bounds allow.

use std::cmp::Ordering;

use bytes::BytesMut;

use crate::carrier::keylog::KeyLog;
use crate::carrier::suite::CipherSuite;
use crate::crypto::aead::Cipher;

use super::head::HEADER;
use super::keys::{Content, Keyed, Phase};
use super::side::Doubt;
use super::{Env, Tls};

/// Key updates looked over at once.
const GENERATIONS: usize = 8;
/// What a trial costs beside the octets of its record.
const TRIAL: u64 = 256;
/// Numbers are tried in blocks, each over all keys.
const BLOCKS: [(u64, u64); 4] = [(0, 16), (16, 256), (256, 4096), (4096, u64::MAX)];

/// A record that opened.
pub(super) struct Hit {
    /// The key, when it is another than the one in force.
    pub(super) candidate: Option<Keyed>,
    pub(super) number: u64,
    pub(super) content: Content,
    pub(super) bytes: BytesMut,
    /// Key updates that were overlooked.
    pub(super) updates: u32,
}

impl Tls {
    /// Looks for the keys of a side that has none. Answers whether there is anything to try.
    pub(super) fn find_keys(&mut self, side: usize, env: &mut Env<'_>) -> bool {
        let mut found = self.start_keys(side, env.keys);
        if self.random.is_none() && env.keys.tls_connections().nth(self.bounds.connections).is_some() {
            env.budget.untried = env.budget.untried.saturating_add(u64::from(!std::mem::replace(&mut self.untried, true)));
        }
        let settled = self.random.is_some() && self.client.is_some() && self.facts.suite.is_some();
        let expect = self.side(side).expect;
        let right = |keyed: &Keyed| Some(keyed.phase) == expect;
        if settled && self.side(side).doubt.is_none() && found.iter().filter(|keyed| right(keyed)).count() == 1 {
            self.side(side).keyed = found.into_iter().find(right);
            return true;
        }
        if expect.is_none() {
            found = with_updates(found);
        }
        if found.is_empty() {
            return false;
        }
        let most = self.bounds.numbers;
        let state = self.side(side);
        let doubt = state.doubt.get_or_insert_default();
        doubt.idle = true;
        // Records that were missed before there was a key to try may have taken numbers of it.
        doubt.unseen = if expect.is_none() { most } else { doubt.unseen.saturating_add(doubt.failed).min(most) };
        state.candidates = Some(found);
        true
    }

    /// The keys with which the records of a side may begin, or go on.
    fn start_keys(&self, side: usize, log: &KeyLog) -> Vec<Keyed> {
        let state = if side == 0 { &self.sides.0 } else { &self.sides.1 };
        let roles: &[bool] = match self.client {
            Some(client) if client == side => &[true],
            Some(_) => &[false],
            None => &[true, false],
        };
        let phases = [Phase::Early, Phase::Handshake, Phase::Application];
        let fits = |phase: &Phase| state.expect.map_or(*phase != Phase::Early, |expect| *phase >= expect);
        let mut out = Vec::new();
        let newest = log.tls_connections().rev().map(|(random, _)| random).take(self.bounds.connections);
        let known = self.random.as_deref();
        for random in known.into_iter().chain(newest.filter(|_| known.is_none())) {
            for phase in phases.into_iter().filter(fits) {
                for &client in roles {
                    self.keys_of(random, phase, client, log, &mut out);
                }
            }
        }
        out
    }

    /// Whether the key log has a secret for what a side sends next, whatever its size.
    pub(super) fn is_named(&self, side: usize, log: &KeyLog) -> bool {
        let state = if side == 0 { &self.sides.0 } else { &self.sides.1 };
        let label = state.expect.unwrap_or(Phase::Handshake).label(self.client == Some(side));
        let held = self.random.as_deref().map(|random| log.tls(random)).unwrap_or_default();
        label.is_some_and(|label| held.iter().any(|held| held.label == label))
    }

    fn keys_of(&self, random: &[u8], phase: Phase, client: bool, log: &KeyLog, out: &mut Vec<Keyed>) {
        let Some(label) = phase.label(client) else { return };
        // The suite of early data is that of an earlier connection.
        let known = self.facts.suite.and_then(CipherSuite::cipher).filter(|_| phase != Phase::Early);
        for held in log.tls(random).iter().filter(|held| held.label == label) {
            let ciphers = Cipher::ALL.into_iter().filter(|cipher| known.is_none_or(|known| known == *cipher));
            out.extend(ciphers.filter_map(|cipher| Keyed::new(phase, client, cipher, &held.secret, random)));
        }
    }

    /// The keys that may follow the one in force.
    fn successors(&self, side: usize, log: &KeyLog, doubt: Doubt) -> Vec<Keyed> {
        let state = if side == 0 { &self.sides.0 } else { &self.sides.1 };
        let Some(keyed) = &state.keyed else { return Vec::new() };
        if keyed.phase == Phase::Application {
            let overlooked = doubt.failed > 0 || doubt.unseen > 0;
            let updates = std::iter::successors(keyed.next(), Keyed::next).take(GENERATIONS.saturating_sub(1));
            return updates.filter(|_| overlooked).collect();
        }
        let mut out = Vec::new();
        for phase in [Phase::Handshake, Phase::Application].into_iter().filter(|phase| *phase > keyed.phase) {
            self.keys_of(&keyed.random, phase, keyed.client, log, &mut out);
        }
        out
    }

    /// Tries keys and numbers on a record.
    pub(super) fn search(&mut self, side: usize, record: &[u8], env: &mut Env<'_>) -> Option<Hit> {
        let doubt = self.side(side).doubt.unwrap_or_default();
        if self.side(side).candidates.is_none() {
            let found = self.successors(side, env.keys, doubt);
            self.side(side).candidates = Some(found);
        }
        let cost = TRIAL.saturating_add(record.len() as u64);
        let mut left = self.search_left.min(env.budget.search);
        let before = left;
        let hit = self.side(side).try_all(record, doubt, || {
            let pays = left >= cost;
            left = left.saturating_sub(cost);
            pays
        });
        let spent = before.saturating_sub(left);
        self.search_left = self.search_left.saturating_sub(spent);
        env.budget.search = env.budget.search.saturating_sub(spent);
        if hit.is_some() {
            env.budget.untried = env.budget.untried.saturating_sub(u64::from(std::mem::take(&mut self.untried)));
        }
        hit
    }
}

impl super::Side {
    /// Tries the key in force and the candidates, number by number, as long as `pays` allows.
    fn try_all(&mut self, record: &[u8], doubt: Doubt, mut pays: impl FnMut() -> bool) -> Option<Hit> {
        let mut scratch = BytesMut::new();
        let generation = self.keyed.as_ref().map_or(0, |keyed| keyed.generation);
        let candidates = self.candidates.as_mut()?;
        for (block, (from, to)) in BLOCKS.into_iter().enumerate() {
            let mut more = false;
            if let Some(keyed) = &self.keyed {
                let behind = if doubt.idle { 0 } else { doubt.failed };
                let ahead = doubt.unseen.saturating_add(1);
                let count = ahead.saturating_add(behind);
                more |= count > to;
                for at in from..to.min(count) {
                    let number = number_at(keyed.number, at, ahead);
                    // The next number in turn is tried whatever it costs.
                    if (block, at) != (0, 0) && !pays() {
                        return None;
                    }
                    if let Some(content) = keyed.try_open(number, record, &mut scratch) {
                        return Some(Hit { candidate: None, number, content, bytes: scratch, updates: 0 });
                    }
                }
            }
            let count = doubt.unseen.saturating_add(if doubt.idle { 0 } else { doubt.failed }).saturating_add(1);
            more |= count > to;
            for at in 0..candidates.len() {
                let Some(candidate) = candidates.get(at) else { break };
                for number in from..to.min(count) {
                    if !pays() {
                        return None;
                    }
                    let Some(content) = candidate.try_open(number, record, &mut scratch) else { continue };
                    let candidate = candidates.swap_remove(at);
                    let updates = candidate.generation.saturating_sub(generation);
                    return Some(Hit { candidate: Some(candidate), number, content, bytes: scratch, updates });
                }
            }
            if !more {
                return None;
            }
        }
        None
    }
}

/// The number tried as the `at`th: the next one in turn and those ahead of it, then those that failed records may not have taken.
fn number_at(next: u64, at: u64, ahead: u64) -> u64 {
    match at.cmp(&ahead) {
        Ordering::Less => next.saturating_add(at),
        _ => next.saturating_sub(at.saturating_sub(ahead).saturating_add(1)),
    }
}

/// The keys, and those after some updates of them.
fn with_updates(keys: Vec<Keyed>) -> Vec<Keyed> {
    let mut out = Vec::new();
    for keyed in keys {
        let application = keyed.phase == Phase::Application;
        out.extend(std::iter::successors(Some(keyed), Keyed::next).take(if application { GENERATIONS } else { 1 }));
    }
    out.sort_by_key(|keyed| keyed.generation);
    out
}

impl Keyed {
    /// Opens a copy of a record into `scratch`: its content type.
    fn try_open(&self, number: u64, record: &[u8], scratch: &mut BytesMut) -> Option<Content> {
        let (head, body) = record.split_at_checked(HEADER)?;
        scratch.clear();
        scratch.extend_from_slice(body);
        self.open_body(number, head, scratch)
    }
}

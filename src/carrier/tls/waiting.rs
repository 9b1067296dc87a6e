//! Records that wait for a key: a key log may be written after the packets.

use std::collections::VecDeque;

use crate::carrier::facts::Closed;

use super::record::Record;
use super::{Env, Tls};

impl Tls {
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
    pub(super) fn wait(&mut self, side: usize, record: Record, env: &mut Env<'_>) {
        let octets = record.octets.len();
        self.count_closed(side, octets as u64);
        // A secret of a size that fits no suite in use opens nothing either.
        self.close(side, if self.is_named(side, env.keys) { Closed::KeyWrong } else { Closed::KeyMissing });
        let (most, numbers) = (self.bounds.waiting, self.bounds.numbers);
        let fits = self.side(side).waiting_octets.saturating_add(octets) <= most && octets <= env.budget.waiting;
        let offered = self.insisted || self.facts.offers_npamp();
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
}

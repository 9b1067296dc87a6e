//! Associations whose `CLIENT_HELLO` was not captured: every secret of the key log is tried, within a bound.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::carrier::keylog::{AssociationKey, KeyLog};
use crate::npamp::handshake::schedule::{Scope, hash_of, ratchet, traffic};
use crate::npamp::header::Header;
use crate::spec::channel::Channel;

use super::Keyring;
use super::opening::Opening;
use super::roots::scope;
use super::slot::ScopeKey;

/// Openings tried for one secret on average: suites, directions, a few epochs.
pub(super) const ATTEMPTS_PER_SECRET: usize = 16;
/// Largest frame tried: a trial costs as much as the frame is long.
const MOST_OCTETS: usize = 64 << 10;

/// A place in the ratchet where a frame may stand, and whether the roles are the other way round.
#[derive(Clone, Copy)]
struct Place {
    generation: u32,
    epoch: u32,
    swapped: bool,
}

impl Keyring {
    /// Tries secrets until one opens the frame, and takes over its association.
    pub(super) fn try_every_secret(
        &mut self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<Opening> {
        if self.log_id.is_some() || wire.len() > MOST_OCTETS || self.trials_left == 0 {
            return None;
        }
        let mut budget = self.trials_left.min(self.trials_per_frame);
        let before = budget;
        let mut opens = |key: Option<&ScopeKey>| {
            budget = budget.checked_sub(1)?;
            Some(key.is_some_and(|key| key.opens(header.seq, wire, out)))
        };
        let found = self.find(log, direction, header.channel, &mut opens);
        self.trials_left = self.trials_left.saturating_sub(before.saturating_sub(budget));
        let (id, key) = found?;
        self.log_id = Some(id);
        let swapped = key.scope.direction != direction;
        if swapped {
            self.sides.swap();
        }
        self.refresh(log);
        let direction = key.scope.direction;
        self.adopt(log, direction, header.channel, key);
        let hit = self.hit(direction, header.channel, 0)?;
        let opening = self.opened(log, direction, header, hit, out);
        Some(Opening { roles_swapped: swapped, ..opening })
    }

    /// Looks for a secret whose key `opens` accepts; `None` from it ends the search.
    fn find(
        &self,
        log: &KeyLog,
        direction: Direction,
        channel: Channel,
        opens: &mut dyn FnMut(Option<&ScopeKey>) -> Option<bool>,
    ) -> Option<(AssociationKey, ScopeKey)> {
        let lines = log.associations().flat_map(|(id, held)| held.traffic.iter().map(move |line| (id, line)));
        for (id, line) in lines.filter(|(_, line)| line.channel == channel) {
            let place = scope(line.direction, line.epoch, line.suite, line.channel);
            let key = ScopeKey::new(line.generation, place, line.secret.clone());
            if opens(key.as_ref())? {
                return key.map(|key| (*id, key));
            }
        }
        let suites = self.suites();
        for place in self.places() {
            let direction = if place.swapped { direction.flip() } else { direction };
            for (id, master) in log.associations().flat_map(|(id, held)| held.master.iter().map(move |master| (id, master))) {
                for suite in &suites {
                    let key = key_at(master, place, scope(direction, place.epoch, *suite, channel));
                    if opens(key.as_ref())? {
                        return key.map(|key| (*id, key));
                    }
                }
            }
        }
        None
    }

    /// Where a frame may stand, the likeliest first.
    fn places(&self) -> Vec<Place> {
        let at = |generation, epoch, swapped| Place { generation, epoch, swapped };
        let mut places = vec![at(0, 0, false), at(0, 0, true)];
        for epoch in 1..=self.epoch_trials {
            places.extend([at(0, epoch, false), at(0, epoch, true)]);
        }
        for generation in 1..=2 {
            places.extend((0..=self.epoch_trials).flat_map(|epoch| [at(generation, epoch, false), at(generation, epoch, true)]));
        }
        places
    }
}

fn key_at(master: &Secret, place: Place, scope: Scope) -> Option<ScopeKey> {
    let hash = hash_of(master.expose())?;
    let mut root = master.clone();
    for generation in 1..=place.generation {
        root = ratchet(hash, root.expose(), u64::from(generation));
    }
    ScopeKey::new(place.generation, scope, traffic(hash, root.expose(), &scope))
}

//! Finding the epoch again after frames were lost: later epochs and generations are tried, and what opens is adopted.

use crate::base::direction::Direction;
use crate::carrier::keylog::KeyLog;
use crate::npamp::header::Header;
use crate::spec::channel::Channel;

use super::Keyring;
use super::opening::{Opening, Probe};
use super::slot::ScopeKey;

/// Generations searched beyond the current one when the capture began late.
const LATE_GENERATIONS: u32 = 4;

impl Keyring {
    /// Tries later scopes. Without a reason to think that a boundary was missed only the very next ones are tried, and
    /// finding one is a fault of the sender.
    pub(super) fn search(
        &mut self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<Opening> {
        let has_lines = self.held(log).is_some_and(|held| !held.traffic.is_empty());
        if self.roots.is_empty() && !has_lines {
            return None;
        }
        let late = self.sides.of(direction).late;
        let moved = self.may_have_moved(direction, header.channel);
        let slot = self.slot(direction, header.channel);
        let (generation, epoch, confirmed) = (slot.generation, slot.epoch, slot.confirmed);
        let missed = moved || slot.unsure || header.seq > slot.next;
        let budget = if missed { &mut self.searches_left } else { &mut self.probes_left };
        *budget = budget.checked_sub(u32::from(missed)).filter(|_| *budget > 0)?;
        let epochs = if missed { self.epoch_trials } else { 1 };
        let generations = match (late && !confirmed, missed) {
            (true, _) => LATE_GENERATIONS,
            (false, _) => 1,
        };
        let later = later_scopes(generation, epoch, generations, epochs);
        let (key, used) = later.into_iter().find_map(|(generation, epoch)| {
            let keys = self.derive(log, direction, generation, epoch, header.channel);
            keys.into_iter().find(|key| key.opens(header.seq, wire, out)).map(|key| (key, (generation, epoch)))
        })?;
        self.adopt(log, direction, header.channel, key);
        let hit = self.hit(direction, header.channel, 0)?;
        let mut opening = self.opened(log, direction, header, hit, out);
        if !missed {
            opening.probe = Some(Probe::SkippedBoundary { used, due: (generation, epoch) });
        }
        Some(opening)
    }

    /// Continues a slot with a key of a later scope, and with the keys of the other suites there: frames may alternate.
    pub(super) fn adopt(&mut self, log: &KeyLog, direction: Direction, channel: Channel, key: ScopeKey) {
        let (generation, epoch) = key.at();
        let side = self.sides.of_mut(direction);
        if generation > side.generation || (!side.streams && generation != side.generation) {
            side.ratchet(generation);
            self.roots.skip_to(direction, generation);
        }
        let mut keys = self.derive(log, direction, generation, epoch, channel);
        keys.retain(|other| other.secret != key.secret);
        keys.insert(0, key);
        let stamp = self.stamp;
        let slot = self.slot(direction, channel);
        slot.rotate(epoch, false);
        slot.generation = generation;
        slot.keys = keys;
        slot.stamp = stamp;
    }
}

/// Later epochs of this generation, then the epochs of later generations.
fn later_scopes(generation: u32, epoch: u32, generations: u32, epochs: u32) -> Vec<(u32, u32)> {
    let same = (1..=epochs).map(|step| (generation, epoch.saturating_add(step)));
    let later = (1..=generations).flat_map(|step| (0..epochs.max(1)).map(move |epoch| (generation.saturating_add(step), epoch)));
    same.chain(later).collect()
}

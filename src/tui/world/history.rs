//! How often something happened over the whole capture, in parts of equal length that grow with it. No clock is read.

use crate::base::time::Timestamp;

/// Parts kept.
const PARTS: usize = 32;
/// The same as a distance of parts.
const ROOM: i64 = 32;
/// Nanoseconds of a part at first.
const FINEST: i64 = 1_000_000;

/// Counts of equal parts of time, from the first thing on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct History {
    begin: i64,
    /// Nanoseconds of a part; 0 as long as nothing was counted.
    width: i64,
    counts: [u32; PARTS],
}

impl History {
    /// Counts one more at a time. What is earlier than the first thing is counted with it.
    pub fn add(&mut self, at: Timestamp) {
        if self.width == 0 {
            (self.begin, self.width) = (at.0, FINEST);
        }
        let since = at.0.saturating_sub(self.begin).max(0);
        while since / self.width >= ROOM {
            self.coarsen();
        }
        if let Some(part) = usize::try_from(since / self.width).ok().and_then(|part| self.counts.get_mut(part)) {
            *part = part.saturating_add(1);
        }
    }

    /// The counts in `count` equal parts of the time between two, oldest first.
    pub fn between(&self, from: Timestamp, to: Timestamp, count: usize) -> Vec<u32> {
        let mut out = vec![0_u32; count];
        let span = i128::from(to.0.saturating_sub(from.0)).max(1);
        for (part, counted) in self.counts.iter().enumerate().filter(|(_, counted)| **counted > 0) {
            let middle = i128::from(self.begin) + i128::from(self.width) * (2 * part as i128 + 1) / 2;
            let at = (middle - i128::from(from.0)) * count as i128 / span;
            let at = usize::try_from(at.max(0)).unwrap_or(usize::MAX).min(count.saturating_sub(1));
            if let Some(slot) = out.get_mut(at) {
                *slot = slot.saturating_add(*counted);
            }
        }
        out
    }

    /// Makes parts twice as long.
    fn coarsen(&mut self) {
        for part in 0..PARTS / 2 {
            self.counts[part] = self.counts[2 * part].saturating_add(self.counts[2 * part + 1]);
        }
        self.counts[PARTS / 2..].fill(0);
        self.width = self.width.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp(millis * FINEST)
    }

    #[test]
    fn nothing_is_lost_however_long_the_capture_grows() {
        let mut history = History::default();
        for millis in [0, 1, 40, 1000, 60_000, 3_600_000, -5] {
            history.add(at(millis));
        }
        history.add(Timestamp(i64::MAX));
        assert_eq!(history.counts.iter().sum::<u32>(), 8);
    }

    #[test]
    fn lanes_that_began_at_different_times_are_told_over_the_same_time() {
        let (mut early, mut late) = (History::default(), History::default());
        (0..10).for_each(|second| early.add(at(second * 1000)));
        (5..10).for_each(|second| late.add(at(second * 1000)));
        let told = late.between(at(0), at(10_000), 10);
        assert_eq!((&told[..5], told[5..].iter().sum()), ([0; 5].as_slice(), 5));
        assert_eq!(early.between(at(0), at(10_000), 2).iter().sum::<u32>(), 10);
        assert_eq!(History::default().between(at(0), at(0), 3), [0, 0, 0]);
    }
}

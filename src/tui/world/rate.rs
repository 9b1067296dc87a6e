//! How often something happened in each of the last seconds, by the time of the capture. No clock is read.

use crate::base::time::Timestamp;

/// Seconds remembered.
pub const SECONDS: usize = 32;
/// The same as a distance of seconds.
const RING: i64 = 32;
/// Nanoseconds of a second.
const SECOND: i64 = 1_000_000_000;
/// Seconds that a rate is the mean of.
const MEAN: i64 = 4;

/// Counts in a ring of seconds. Whatever the times are, adding takes no longer than the ring is long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rate {
    newest: i64,
    counts: [u32; SECONDS],
}

impl Rate {
    /// Counts one more at a time; what is older than the ring is not counted.
    pub fn add(&mut self, at: Timestamp) {
        self.add_many(at, 1);
    }

    /// Counts so many more at a time.
    pub fn add_many(&mut self, at: Timestamp, count: u32) {
        let second = second_of(at);
        if self.counts == [0; SECONDS] {
            self.newest = second;
        }
        let ahead = second.saturating_sub(self.newest);
        if ahead > 0 {
            self.advance(second, ahead);
        }
        if ahead > -RING {
            let slot = &mut self.counts[slot_of(second)];
            *slot = slot.saturating_add(count);
        }
    }

    /// The counts of the `count` seconds that end with the second of `now`, oldest first.
    pub fn last(&self, now: Timestamp, count: usize) -> impl Iterator<Item = u32> {
        let now = second_of(now);
        let count = i64::try_from(count).unwrap_or(0);
        (0..count).rev().map(move |back| self.at(now.saturating_sub(back)))
    }

    /// The same without the second that goes on.
    pub fn last_whole(&self, now: Timestamp, count: usize) -> impl Iterator<Item = u32> {
        self.last(before(now), count)
    }

    /// How many a second there were lately: the mean of the last whole seconds, of fewer where the capture is shorter. The second that
    /// goes on counts only when there is no other.
    pub fn per_second(&self, origin: Timestamp, now: Timestamp) -> f64 {
        let whole = second_of(now).saturating_sub(second_of(origin)).clamp(0, MEAN);
        let end = if whole == 0 { now } else { before(now) };
        let seconds = whole.max(1);
        let sum: u32 = self.last(end, usize::try_from(seconds).unwrap_or(1)).fold(0, u32::saturating_add);
        f64::from(sum) / f64::from(i32::try_from(seconds).unwrap_or(1))
    }

    fn at(&self, second: i64) -> u32 {
        let age = self.newest.saturating_sub(second);
        if (0..RING).contains(&age) { self.counts[slot_of(second)] } else { 0 }
    }

    fn advance(&mut self, second: i64, ahead: i64) {
        if ahead >= RING {
            self.counts = [0; SECONDS];
        } else {
            (1..=ahead).for_each(|step| self.counts[slot_of(self.newest.saturating_add(step))] = 0);
        }
        self.newest = second;
    }
}

/// A second earlier.
const fn before(at: Timestamp) -> Timestamp {
    Timestamp(at.0.saturating_sub(SECOND))
}

const fn second_of(at: Timestamp) -> i64 {
    at.0.div_euclid(SECOND)
}

fn slot_of(second: i64) -> usize {
    usize::try_from(second.rem_euclid(RING)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * SECOND)
    }

    #[test]
    fn counts_by_second_and_forgets_what_is_older_than_the_ring() {
        let mut rate = Rate::default();
        for second in [100, 100, 101, 103, 60] {
            rate.add(at(second));
        }
        assert_eq!(rate.last(at(103), 4).collect::<Vec<_>>(), [2, 1, 0, 1]);
        assert_eq!(rate.last(at(104), 2).collect::<Vec<_>>(), [1, 0]);
        rate.add(at(100 + RING));
        assert_eq!(rate.last(at(100 + RING), SECONDS).sum::<u32>(), 3);
    }

    #[test]
    fn a_leap_of_any_length_empties_the_ring() {
        let mut rate = Rate::default();
        rate.add(at(5));
        rate.add(Timestamp(i64::MAX));
        rate.add(Timestamp(i64::MIN));
        assert_eq!(rate.last(Timestamp(i64::MAX), SECONDS).sum::<u32>(), 1);
    }

    #[test]
    fn a_short_capture_is_not_averaged_over_time_it_does_not_have() {
        let mut rate = Rate::default();
        (0..10).for_each(|_| rate.add(at(7)));
        assert!((rate.per_second(at(7), at(7)) - 10.0).abs() < 0.01);
        assert!((rate.per_second(at(0), at(8)) - 2.5).abs() < 0.01);
        assert!(rate.per_second(at(0), at(7)).abs() < 0.01, "the second that goes on");
    }
}

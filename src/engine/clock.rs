//! When timers run: at whole seconds of the capture's own time, so that reading a recording again settles what watching it settled,
//! in the same order.

use crate::base::time::Timestamp;

/// Nanoseconds between two runs of the timers.
const TICK: i64 = 1_000_000_000;
/// Runs in which nothing was settled, after which only a packet or a key can change that: more than any timer lasts.
const ENOUGH: u32 = 12;

/// The time of a capture, in ticks.
pub(super) struct Clock {
    ticks: i64,
    /// Runs since anything happened.
    idle: u32,
}

impl Clock {
    /// Nothing has come.
    pub(super) const fn new() -> Self {
        Self { ticks: i64::MIN, idle: ENOUGH }
    }

    /// Something came that timers may have to settle.
    pub(super) const fn wake(&mut self) {
        self.idle = 0;
    }

    /// The next time up to `now` at which timers run.
    pub(super) const fn next(&mut self, now: Timestamp) -> Option<Timestamp> {
        let due = now.0.div_euclid(TICK);
        if self.ticks >= due {
            return None;
        }
        let next = self.rest();
        if next.is_none() {
            self.ticks = due;
        }
        next
    }

    /// The next time at which timers run when nothing comes any more; `None` when nothing is left for them.
    pub(super) const fn rest(&mut self) -> Option<Timestamp> {
        if self.idle >= ENOUGH {
            return None;
        }
        self.idle += 1;
        self.ticks = self.ticks.saturating_add(1);
        Some(Timestamp(self.ticks.saturating_mul(TICK)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn until(clock: &mut Clock, seconds: i64) -> Vec<i64> {
        std::iter::from_fn(|| clock.next(Timestamp(seconds * TICK))).map(|tick| tick.0 / TICK).collect()
    }

    #[test]
    fn timers_run_every_second_until_nothing_is_left_for_them_and_long_silence_costs_nothing() {
        let mut clock = Clock::new();
        assert!(until(&mut clock, 100).is_empty());
        clock.wake();
        assert_eq!(until(&mut clock, 102), [101, 102]);
        assert!(until(&mut clock, 102).is_empty());
        assert_eq!(until(&mut clock, 1_000_000), (103..113).collect::<Vec<_>>());
        clock.wake();
        assert_eq!(until(&mut clock, 1_000_001), [1_000_001]);
        assert_eq!(std::iter::from_fn(|| clock.rest()).count(), 11);
    }

    #[test]
    fn times_at_the_edge_of_what_can_be_told_end() {
        let mut clock = Clock::new();
        assert_eq!(clock.next(Timestamp(i64::MAX)), None);
        clock.wake();
        assert_eq!(std::iter::from_fn(|| clock.rest()).count(), 12);
        assert_eq!(clock.next(Timestamp(i64::MIN)), None);
    }
}

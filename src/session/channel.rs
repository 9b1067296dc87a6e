//! The sequence space of one (channel, direction) [core §5]: what a number says about the frames before it.

use std::collections::VecDeque;

use crate::base::id::FrameId;

/// What a frame's sequence number says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SequenceFact {
    /// The number that was expected, or nothing can be said.
    #[default]
    Expected,
    /// The first frame of the channel direction does not begin at 0.
    StartsAbove(u64),
    /// Numbers were skipped.
    Gap {
        /// The number that was due.
        expected: u64,
    },
    /// The number was used before, by the same octets.
    Replay {
        /// The frame that used it first.
        first: FrameId,
    },
    /// The number was used before, by other octets.
    Reused {
        /// The frame that used it first.
        first: FrameId,
    },
    /// Lower than expected, and not seen before.
    Backward {
        /// The number that was due.
        expected: u64,
    },
    /// The first frame after a rotation goes on with the old numbering.
    NotReset {
        /// The number that the old epoch would have used next.
        continues: u64,
    },
}

/// How far a frame can be believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// It was opened: header and payload are the sender's.
    Opened,
    /// It stays sealed, and nothing speaks against it.
    Sealed,
    /// Its header or tag is wrong: it may have been altered on the way.
    Doubtful,
}

/// The numbers seen in one (channel, direction).
#[derive(Clone, Debug, Default)]
pub struct ChannelState {
    next: Option<u64>,
    rotated_from: Option<u64>,
    doubt: bool,
    /// Ratchet generation and epoch of the frames opened since the last rotation.
    phase: Option<(u32, u32)>,
    /// Losses of its direction before the last frame.
    losses: u32,
    /// Ratchet steps of its direction behind which its frames may be; what stays sealed does not tell.
    steps: u32,
    recent: VecDeque<Seen>,
    /// Numbers of the epoch before, to name replays across a rotation.
    before: VecDeque<Seen>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    seq: u64,
    mark: u64,
    frame: FrameId,
}

impl ChannelState {
    /// A channel direction; `from_start` when its first frame cannot have been missed.
    pub fn new(from_start: bool) -> Self {
        Self { doubt: !from_start, ..Self::default() }
    }

    /// The same, of which frames may have been sent before so many ratchet steps that are known, and behind them.
    #[must_use]
    pub fn before_steps(self, steps: u32) -> Self {
        Self { steps, ..self }
    }

    /// The keys of the direction changed on another run: which of the frames to come were sent before that is not known.
    pub const fn step(&mut self) {
        self.steps = self.steps.saturating_add(1);
    }

    /// Octets of the direction were lost: the next number may be any.
    pub const fn doubt(&mut self) {
        self.doubt = true;
    }

    /// The frame to come came when so many losses of its direction were known: some of them may lie between it and the one before, which
    /// may have been taken when all of them were known.
    pub fn follow(&mut self, losses: u32) {
        self.doubt |= std::mem::replace(&mut self.losses, losses) != losses;
    }

    /// The next frame opens a new epoch: numbers begin at 0 again.
    pub fn rotate(&mut self) {
        self.rotated_from = self.next;
        self.next = Some(0);
        self.phase = None;
        self.before = std::mem::take(&mut self.recent);
    }

    /// The frame to come was opened in this ratchet generation and epoch. Another one than before means that the boundary between
    /// them was not captured; so it may be when frames before a loss stay sealed.
    pub fn enter(&mut self, phase: (u32, u32)) {
        let unknown = self.doubt && !self.recent.is_empty();
        if self.phase.map_or(unknown, |known| known != phase) {
            self.rotate();
            self.doubt = true;
        }
        self.phase = Some(phase);
    }

    /// What the number of a frame says that was sealed under a key of an earlier epoch: its numbers are another space.
    pub fn take_old(&self, seq: u64, mark: u64) -> SequenceFact {
        self.replay_of_old(seq, mark).unwrap_or_default()
    }

    fn replay_of_old(&self, seq: u64, mark: u64) -> Option<SequenceFact> {
        let first = self.before.iter().rev().find(|seen| (seen.seq, seen.mark) == (seq, mark))?;
        Some(SequenceFact::Replay { first: first.frame })
    }

    /// The number that is due.
    pub const fn expected(&self) -> Option<u64> {
        self.next
    }

    /// Takes the number of a frame. `mark` tells equal octets from others (the tag, say); `window` bounds what is remembered.
    pub fn take(&mut self, seq: u64, mark: u64, frame: FrameId, trust: Trust, window: usize) -> SequenceFact {
        if trust == Trust::Doubtful {
            return self.take_doubtful(seq);
        }
        let fact = match self.judge(seq, mark) {
            replay @ SequenceFact::Replay { .. } => return replay,
            _ if trust == Trust::Sealed && (self.doubt || self.steps > 0) && self.next.is_some_and(|next| seq < next) => self.restart(),
            fact => fact,
        };
        self.rotated_from = None;
        self.doubt = false;
        self.remember(Seen { seq, mark, frame }, window);
        if self.next.is_none_or(|next| seq >= next) {
            self.next = Some(seq.saturating_add(1));
        }
        fact
    }

    /// Behind a loss a lower number of a frame that stays sealed means no more than that a boundary may have been lost, and after a step
    /// on another run that it was sent behind that.
    fn restart(&mut self) -> SequenceFact {
        if !self.doubt {
            self.steps = self.steps.saturating_sub(1);
        }
        self.next = None;
        self.recent.clear();
        SequenceFact::Expected
    }

    fn take_doubtful(&mut self, seq: u64) -> SequenceFact {
        if self.next.unwrap_or(0) == seq {
            self.next = Some(seq.saturating_add(1));
        } else {
            self.doubt = true;
        }
        SequenceFact::Expected
    }

    fn judge(&self, seq: u64, mark: u64) -> SequenceFact {
        let expected = self.next.unwrap_or(0);
        if let Some(fact) = self.replay_of_old(seq, mark) {
            return fact;
        }
        if seq == expected {
            return SequenceFact::Expected;
        }
        if seq < expected {
            return match self.recent.iter().rev().find(|seen| seen.seq == seq) {
                Some(seen) if seen.mark == mark => SequenceFact::Replay { first: seen.frame },
                Some(seen) => SequenceFact::Reused { first: seen.frame },
                None if self.doubt || self.recent.front().is_some_and(|oldest| seq < oldest.seq) => SequenceFact::Expected,
                None => SequenceFact::Backward { expected },
            };
        }
        if self.doubt {
            return SequenceFact::Expected;
        }
        match (self.next, self.rotated_from) {
            (_, Some(continues)) if seq == continues => SequenceFact::NotReset { continues },
            (None, _) => SequenceFact::StartsAbove(seq),
            _ => SequenceFact::Gap { expected },
        }
    }

    fn remember(&mut self, seen: Seen, window: usize) {
        if self.recent.len() >= window.max(1) {
            self.recent.pop_front();
        }
        self.recent.push_back(seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_sealed_before_a_loss_may_be_of_another_epoch() {
        let mut state = ChannelState::new(true);
        state.take(0, 1, FrameId(1), Trust::Sealed, 16);
        state.doubt();
        state.enter((1, 0));
        assert_eq!(state.take(0, 2, FrameId(2), Trust::Opened, 16), SequenceFact::Expected);
        assert_eq!(state.take(0, 3, FrameId(3), Trust::Opened, 16), SequenceFact::Reused { first: FrameId(2) });
    }

    #[test]
    fn what_stays_sealed_may_be_sent_behind_each_step_of_another_run_once() {
        let sealed = |state: &mut ChannelState, seq, mark: u32| state.take(seq, u64::from(mark), FrameId(mark), Trust::Sealed, 16);
        let mut state = ChannelState::new(true);
        assert_eq!(sealed(&mut state, 0, 1), SequenceFact::Expected);
        state.step();
        assert_eq!(sealed(&mut state, 1, 2), SequenceFact::Expected);
        assert_eq!(sealed(&mut state, 0, 3), SequenceFact::Expected);
        assert_eq!(sealed(&mut state, 0, 4), SequenceFact::Reused { first: FrameId(3) });
        let mut unknown = ChannelState::new(true).before_steps(2);
        let facts = [(0, 5), (0, 6), (0, 7), (0, 8)].map(|(seq, mark)| sealed(&mut unknown, seq, mark));
        assert_eq!(
            facts,
            [SequenceFact::Expected, SequenceFact::Expected, SequenceFact::Expected, SequenceFact::Reused { first: FrameId(7) }]
        );
    }

    fn feed(state: &mut ChannelState, seq: u64, mark: u64) -> SequenceFact {
        state.take(seq, mark, FrameId(u32::try_from(mark).unwrap()), Trust::Opened, 64)
    }

    #[test]
    fn a_loss_counts_in_front_of_the_frame_that_came_behind_it() {
        let mut state = ChannelState::new(true);
        state.follow(0);
        assert_eq!(feed(&mut state, 0, 1), SequenceFact::Expected);
        state.doubt();
        state.follow(0);
        assert_eq!(feed(&mut state, 1, 2), SequenceFact::Expected);
        state.follow(1);
        assert_eq!(feed(&mut state, 5, 3), SequenceFact::Expected);
        state.follow(1);
        assert_eq!(feed(&mut state, 8, 4), SequenceFact::Gap { expected: 6 });
    }

    #[test]
    fn names_gap_replay_reuse_and_backward() {
        let mut state = ChannelState::new(true);
        assert_eq!(feed(&mut state, 0, 1), SequenceFact::Expected);
        assert_eq!(feed(&mut state, 3, 2), SequenceFact::Gap { expected: 1 });
        assert_eq!(feed(&mut state, 3, 2), SequenceFact::Replay { first: FrameId(2) });
        assert_eq!(feed(&mut state, 3, 9), SequenceFact::Reused { first: FrameId(2) });
        assert_eq!(feed(&mut state, 2, 4), SequenceFact::Backward { expected: 4 });
    }

    #[test]
    fn a_late_start_and_a_loss_accuse_nobody() {
        let mut state = ChannelState::new(false);
        assert_eq!(feed(&mut state, 40, 1), SequenceFact::Expected);
        state.doubt();
        assert_eq!(feed(&mut state, 50, 2), SequenceFact::Expected);
        assert_eq!(feed(&mut state, 52, 3), SequenceFact::Gap { expected: 51 });
    }

    #[test]
    fn a_rotation_begins_at_zero_again() {
        let mut state = ChannelState::new(true);
        feed(&mut state, 0, 1);
        state.rotate();
        assert_eq!(feed(&mut state, 0, 2), SequenceFact::Expected);
        state.rotate();
        assert_eq!(feed(&mut state, 1, 3), SequenceFact::NotReset { continues: 1 });
    }

    #[test]
    fn a_frame_of_the_epoch_before_is_a_replay_when_it_is_the_same() {
        let mut state = ChannelState::new(true);
        feed(&mut state, 0, 1);
        feed(&mut state, 1, 2);
        state.rotate();
        assert_eq!(feed(&mut state, 1, 2), SequenceFact::Replay { first: FrameId(2) });
        assert_eq!(state.take_old(2, 7), SequenceFact::Expected);
        assert_eq!(feed(&mut state, 0, 3), SequenceFact::Expected);
    }

    #[test]
    fn a_boundary_in_a_hole_begins_at_zero_again() {
        let mut opened = ChannelState::new(true);
        opened.enter((0, 0));
        feed(&mut opened, 0, 1);
        opened.doubt();
        opened.enter((0, 1));
        assert_eq!(feed(&mut opened, 0, 2), SequenceFact::Expected);
        assert_eq!(feed(&mut opened, 1, 3), SequenceFact::Expected);
        assert_eq!(feed(&mut opened, 1, 4), SequenceFact::Reused { first: FrameId(3) });
        let mut sealed = ChannelState::new(true);
        let mut pass = |seq, mark, lost| {
            if lost {
                sealed.doubt();
            }
            sealed.take(seq, mark, FrameId(7), Trust::Sealed, 64)
        };
        assert_eq!(pass(0, 1, false), SequenceFact::Expected);
        assert_eq!(pass(1, 2, false), SequenceFact::Expected);
        assert_eq!(pass(0, 3, true), SequenceFact::Expected);
        assert_eq!(pass(1, 4, false), SequenceFact::Expected);
        assert_eq!(pass(1, 5, false), SequenceFact::Reused { first: FrameId(7) });
    }

    #[test]
    fn a_frame_that_may_be_forged_takes_its_number_but_proves_nothing() {
        let mut state = ChannelState::new(true);
        assert_eq!(state.take(0, 1, FrameId(1), Trust::Doubtful, 64), SequenceFact::Expected);
        assert_eq!(feed(&mut state, 1, 2), SequenceFact::Expected);
        assert_eq!(state.take(9, 1, FrameId(3), Trust::Doubtful, 64), SequenceFact::Expected);
        assert_eq!(feed(&mut state, 3, 4), SequenceFact::Expected);
    }
}

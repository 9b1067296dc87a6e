//! The associations that go on. One that has ended leaves its row and what it counted, and gives back everything else.

use super::assoc::Assoc;
use crate::base::limits::Limits;

/// How often bounds inside associations were reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    /// Requests that were forgotten for others.
    pub(super) exchanges: u64,
    /// Frames that could not wait for others.
    pub(super) waiting: u64,
    /// Frames of channels for which there was no room.
    pub(super) channels: u64,
    /// Lists of tools that were cut.
    pub(super) tools: u64,
}

impl Reached {
    fn by(assoc: &Assoc) -> Self {
        let state = &assoc.state;
        Self {
            exchanges: state.correlator.evicted(),
            waiting: assoc.queue.overflows,
            channels: state.unplaced,
            tools: state.tools.iter().filter(|tools| tools.overflowed()).count() as u64,
        }
    }

    const fn and(self, other: Self) -> Self {
        Self {
            exchanges: self.exchanges.saturating_add(other.exchanges),
            waiting: self.waiting.saturating_add(other.waiting),
            channels: self.channels.saturating_add(other.channels),
            tools: self.tools.saturating_add(other.tools),
        }
    }
}

/// Associations by the index of their row.
#[derive(Default)]
pub(super) struct Associations {
    slots: Vec<Option<Box<Assoc>>>,
    open: usize,
    /// What those reached that have ended.
    ended: Reached,
}

impl Associations {
    /// How many there were so far.
    pub(super) const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether one more may begin.
    pub(super) const fn has_room(&self, limits: &Limits) -> bool {
        self.open < limits.associations && self.slots.len() < limits.association_rows
    }

    /// Adds one, whose index is the length.
    pub(super) fn push(&mut self, assoc: Assoc) {
        self.slots.push(Some(Box::new(assoc)));
        self.open += 1;
    }

    /// One that goes on.
    pub(super) fn get(&self, index: usize) -> Option<&Assoc> {
        self.slots.get(index)?.as_deref()
    }

    /// One that goes on, to change it.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Assoc> {
        self.slots.get_mut(index)?.as_deref_mut()
    }

    /// Those that go on.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Assoc> {
        self.slots.iter_mut().filter_map(|slot| slot.as_deref_mut())
    }

    /// Lets go of one that has ended.
    pub(super) fn end(&mut self, index: usize) {
        if let Some(assoc) = self.slots.get_mut(index).and_then(Option::take) {
            self.ended = self.ended.and(Reached::by(&assoc));
            self.open -= 1;
        }
    }

    /// The bounds that were reached so far.
    pub(super) fn reached(&self) -> Reached {
        self.slots.iter().flatten().fold(self.ended, |sum, assoc| sum.and(Reached::by(assoc)))
    }
}

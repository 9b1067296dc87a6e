//! Peers that send from another address than before, and whether the new path was validated [gen 3 core §11.9].

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::time::Timestamp;

/// A move that no path frame has followed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The direction whose sender moved.
    pub direction: Direction,
    /// When.
    pub time: Timestamp,
    /// Whether the peer knows that it moved: it took another connection id along.
    pub deliberate: bool,
    /// The first sealed frame that it sent from there.
    pub used: Option<FrameId>,
}

/// Moves of both peers: the last one of each counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    last: [Option<Move>; 2],
}

impl Moves {
    /// The sender of a direction moved.
    pub fn moved(&mut self, direction: Direction, time: Timestamp, deliberate: bool) {
        self.last[direction.index()] = Some(Move { direction, time, deliberate, used: None });
    }

    /// A sealed frame was sent.
    pub fn used(&mut self, direction: Direction, frame: FrameId) {
        if let Some(moved) = &mut self.last[direction.index()] {
            moved.used.get_or_insert(frame);
        }
    }

    /// A path was challenged: that is what a move asks for.
    pub fn challenged(&mut self) {
        self.last = [None; 2];
    }

    /// Moves that were used and never validated.
    pub fn unvalidated(&self) -> impl Iterator<Item = (Move, FrameId)> {
        self.last.into_iter().flatten().filter_map(|moved| Some((moved, moved.used?)))
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        self.last.swap(0, 1);
        for moved in self.last.iter_mut().flatten() {
            moved.direction = moved.direction.flip();
        }
    }
}

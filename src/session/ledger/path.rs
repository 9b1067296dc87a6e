//! Path validation [core, migration]: challenges and their responses.

use crate::base::direction::Direction;
use crate::base::id::FrameId;

/// Challenges remembered; later ones are not missed.
const MOST: usize = 64;

/// Challenges that wait for their response, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Paths(Vec<(Direction, FrameId)>);

impl Paths {
    /// Who challenged, and with which frame, without a response so far.
    pub fn waiting(&self) -> &[(Direction, FrameId)] {
        &self.0
    }

    pub(super) fn challenge(&mut self, direction: Direction, frame: FrameId) {
        if self.0.len() < MOST {
            self.0.push((direction, frame));
        }
    }

    /// A response answers the oldest challenge of the other peer.
    pub(super) fn respond(&mut self, direction: Direction) {
        if let Some(at) = self.0.iter().position(|(challenger, _)| *challenger == direction.flip()) {
            self.0.remove(at);
        }
    }

    pub(super) fn swap_roles(&mut self) {
        for (direction, _) in &mut self.0 {
            *direction = direction.flip();
        }
    }
}

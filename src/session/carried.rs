//! Which protocols the peers of an association carry, as far as their messages show.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::spec::protocol::Protocol;

/// First uses and refusals, by sender. Bounded: an identifier is one octet.
#[derive(Debug, Default)]
pub struct Carried {
    first: Vec<(Direction, Protocol, FrameId)>,
    refused: Vec<(Direction, Protocol, FrameId)>,
    disguised: Vec<(Direction, Protocol)>,
}

impl Carried {
    /// The sender of a direction used a protocol.
    pub fn using(&mut self, direction: Direction, protocol: Protocol, frame: FrameId) {
        remember(&mut self.first, direction, protocol, frame);
    }

    /// Whether a frame was the first in which its sender used a protocol.
    pub fn is_first(&self, direction: Direction, protocol: Protocol, frame: FrameId) -> bool {
        self.first.contains(&(direction, protocol, frame))
    }

    /// The sender of a direction refused a protocol as unsupported.
    pub fn refuse(&mut self, direction: Direction, protocol: Protocol, frame: FrameId) {
        remember(&mut self.refused, direction, protocol, frame);
    }

    /// The frame in which the sender of a direction first refused a protocol.
    pub fn refused(&self, direction: Direction, protocol: Protocol) -> Option<FrameId> {
        self.refused.iter().find(|(of, what, _)| (*of, *what) == (direction, protocol)).map(|(_, _, frame)| *frame)
    }

    /// The sender of a direction carries a registered protocol under an identifier that means another.
    pub fn disguise(&mut self, direction: Direction, protocol: Protocol) {
        if !self.is_disguised(direction, protocol) {
            self.disguised.push((direction, protocol));
        }
    }

    /// Whether that was seen before.
    pub fn is_disguised(&self, direction: Direction, protocol: Protocol) -> bool {
        self.disguised.contains(&(direction, protocol))
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        let flip = |direction: &mut Direction| *direction = direction.flip();
        self.first.iter_mut().chain(&mut self.refused).for_each(|(direction, _, _)| flip(direction));
        self.disguised.iter_mut().for_each(|(direction, _)| flip(direction));
    }
}

fn remember(list: &mut Vec<(Direction, Protocol, FrameId)>, direction: Direction, protocol: Protocol, frame: FrameId) {
    if !list.iter().any(|(of, what, _)| (*of, *what) == (direction, protocol)) {
        list.push((direction, protocol, frame));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{C2s, S2c};

    #[test]
    fn remembers_the_first_frame_of_each_sender_and_protocol() {
        let mut carried = Carried::default();
        carried.using(C2s, Protocol::MCP, FrameId(1));
        carried.using(C2s, Protocol::MCP, FrameId(2));
        carried.refuse(S2c, Protocol::MCP, FrameId(3));
        assert!(carried.is_first(C2s, Protocol::MCP, FrameId(1)) && !carried.is_first(C2s, Protocol::MCP, FrameId(2)));
        assert_eq!((carried.refused(S2c, Protocol::MCP), carried.refused(C2s, Protocol::MCP)), (Some(FrameId(3)), None));
        carried.swap_roles();
        assert_eq!(carried.refused(C2s, Protocol::MCP), Some(FrameId(3)));
    }
}

//! Key updates and re-KEM requests whose answer is due [core §8, binding §9].

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::npamp::keyring::RatchetEvent;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

/// Entries kept; the oldest goes first, which only silences a note about it.
const MOST: usize = 64;

/// A frame that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Who sent it.
    pub direction: Direction,
    /// Its channel.
    pub channel: Channel,
    /// `KEY_UPDATE` or `REKEM`.
    pub frame_type: FrameType,
    /// The frame.
    pub frame: FrameId,
    announced: Option<u64>,
}

/// What waits, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Rotations {
    waiting: Vec<Waiting>,
    /// The epoch that each channel direction announced last.
    announced: Vec<(Direction, Channel, u64)>,
}

impl Rotations {
    /// What waits now.
    pub fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// Whether a direction announced an epoch of a channel last, rightly or not.
    pub fn has_announced(&self, direction: Direction, channel: Channel, epoch: u64) -> bool {
        self.announced.contains(&(direction, channel, epoch))
    }

    /// Takes what the keyring says of a key update or ratchet frame.
    pub fn take(&mut self, direction: Direction, channel: Channel, frame: FrameId, event: &RatchetEvent) {
        if let RatchetEvent::KeyUpdate { announced: Some(epoch), .. } = *event {
            self.announce(direction, channel, epoch);
        }
        let waits = |frame_type, announced| Waiting { direction, channel, frame_type, frame, announced };
        match *event {
            RatchetEvent::KeyUpdate { announced, .. } => self.push(waits(FrameType::KEY_UPDATE, announced)),
            RatchetEvent::Rekem { announced, .. } => self.push(waits(FrameType::REKEM, announced)),
            RatchetEvent::KeyUpdateAck { announced, .. } => self.answer(direction.flip(), channel, FrameType::KEY_UPDATE, announced),
            RatchetEvent::RekemAck { announced, .. } => self.answer(direction.flip(), channel, FrameType::REKEM, announced),
            RatchetEvent::MasterRatchet { .. } | RatchetEvent::MasterRatchetAck { .. } => {}
        }
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        for waiting in &mut self.waiting {
            waiting.direction = waiting.direction.flip();
        }
        for entry in &mut self.announced {
            entry.0 = entry.0.flip();
        }
    }

    fn announce(&mut self, direction: Direction, channel: Channel, epoch: u64) {
        self.announced.retain(|(of, on, _)| (*of, *on) != (direction, channel));
        if self.announced.len() < MOST {
            self.announced.push((direction, channel, epoch));
        }
    }

    fn push(&mut self, waiting: Waiting) {
        if self.waiting.len() >= MOST {
            self.waiting.remove(0);
        }
        self.waiting.push(waiting);
    }

    fn answer(&mut self, direction: Direction, channel: Channel, frame_type: FrameType, announced: Option<u64>) {
        let same = |waiting: &Waiting| {
            (waiting.direction, waiting.channel, waiting.frame_type, waiting.announced) == (direction, channel, frame_type, announced)
        };
        self.waiting.retain(|waiting| !same(waiting));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(epoch: u64) -> RatchetEvent {
        RatchetEvent::KeyUpdate { announced: Some(epoch), current: epoch - 1, well_formed: true }
    }

    fn confirmed(epoch: u64) -> RatchetEvent {
        RatchetEvent::KeyUpdateAck { announced: Some(epoch), outstanding: true, waiting: 1, well_formed: true }
    }

    #[test]
    fn an_answer_settles_its_own_epoch_on_its_own_channel() {
        let mut rotations = Rotations::default();
        rotations.take(Direction::C2s, Channel::BRIDGE, FrameId(1), &update(1));
        rotations.take(Direction::C2s, Channel::BRIDGE, FrameId(2), &update(2));
        rotations.take(Direction::S2c, Channel::MEMORY, FrameId(3), &confirmed(1));
        assert_eq!(rotations.waiting().len(), 2);
        rotations.take(Direction::S2c, Channel::BRIDGE, FrameId(4), &confirmed(1));
        assert_eq!(rotations.waiting().iter().map(|waiting| waiting.frame).collect::<Vec<_>>(), [FrameId(2)]);
    }
}

//! Answers that are owed, as clear headers alone show them: updates and ratchet steps without their confirmation.

use crate::base::direction::Direction;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::Entry;

/// Kinds of request on channels remembered; what goes beyond excuses every answer.
const MOST: usize = 64;

/// Requests by sender, channel and type, and how many wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Owed {
    list: Vec<(Direction, Channel, FrameType, u32)>,
    full: bool,
}

/// The request that a type answers.
const fn request_of(answer: FrameType, channel: Channel) -> Option<FrameType> {
    let control = matches!(channel, Channel::CONTROL);
    match answer {
        FrameType::KEY_UPDATE_ACK => Some(FrameType::KEY_UPDATE),
        FrameType::MASTER_RATCHET_ACK if control => Some(FrameType::MASTER_RATCHET),
        FrameType::REKEM_ACK if control => Some(FrameType::REKEM),
        _ => None,
    }
}

impl Owed {
    /// Whether an answer has no request that waits.
    pub(super) fn is_unasked(&self, direction: Direction, channel: Channel, answer: FrameType) -> bool {
        let Some(request) = request_of(answer, channel).filter(|_| !self.full) else { return false };
        let waits = |entry: &&(Direction, Channel, FrameType, u32)| {
            (entry.0, entry.1, entry.2) == (direction.flip(), channel, request) && entry.3 > 0
        };
        !self.list.iter().any(|entry| waits(&entry))
    }

    /// Counts a request or an answer.
    pub(super) fn take(&mut self, entry: &Entry<'_>) {
        let (channel, frame_type) = (entry.header.channel, entry.header.frame_type);
        if let Some(request) = request_of(frame_type, channel) {
            self.count(entry.direction.flip(), channel, request, |waiting| waiting.saturating_sub(1));
        }
        let control = channel == Channel::CONTROL && matches!(frame_type, FrameType::MASTER_RATCHET | FrameType::REKEM);
        if frame_type == FrameType::KEY_UPDATE || control {
            self.count(entry.direction, channel, frame_type, |waiting| waiting.saturating_add(1));
        }
    }

    fn count(&mut self, direction: Direction, channel: Channel, request: FrameType, change: impl Fn(u32) -> u32) {
        let full = self.list.len() >= MOST;
        let found = self.list.iter_mut().find(|entry| (entry.0, entry.1, entry.2) == (direction, channel, request));
        match found {
            Some(entry) => entry.3 = change(entry.3),
            None if full => self.full = true,
            None => self.list.push((direction, channel, request, change(0))),
        }
    }

    pub(super) fn swap_roles(&mut self) {
        for entry in &mut self.list {
            entry.0 = entry.0.flip();
        }
    }
}

//! What several rules ask of the lists of `HELLO`.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::spec::protocol::Protocol;

use super::context::MessageCtx;

/// The list that lacks a protocol, when both were seen and one does. An id that is listed may mean a channel: it counts.
pub(super) fn unlisted_by(message: &MessageCtx<'_>, protocol: Protocol) -> Option<FrameId> {
    let hellos = &message.association().state.hellos;
    if Direction::BOTH.into_iter().any(|direction| hellos.of(direction).is_none()) {
        return None;
    }
    let lacks = |direction: &Direction| hellos.lists(*direction, protocol.0.into()) == Some(false);
    let list = Direction::BOTH.into_iter().find(lacks)?;
    hellos.of(list).map(|said| said.frame)
}

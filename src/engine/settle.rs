//! What a frame changes for those that follow it.

use crate::base::direction::Direction;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::{Header, flag};
use crate::npamp::protection::{Protection, SealedReason};
use crate::session::association::{Association, HandshakeFrame};
use crate::session::channel::SequenceFact;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::Engine;
use super::frame::Observed;
use super::raw::Raw;

impl Engine {
    /// Lets a judged frame take effect. One that may be forged or is a repetition has none; the header is enough.
    pub(super) fn settle(&mut self, index: usize, raw: &Raw, observed: &Observed) {
        let header = &raw.header;
        let forged = matches!(observed.opening.protection, Protection::Sealed(SealedReason::TagMismatch | SealedReason::TooShort));
        if !raw.crc_ok || matches!(observed.placed.fact, SequenceFact::Replay { .. }) {
            return;
        }
        self.note_order(index, raw, forged, observed);
        let Some(assoc) = self.associations.get_mut(index).filter(|_| !forged) else { return };
        if let Some(event) = &observed.opening.ratchet {
            assoc.state.rotations.take(observed.direction, header.channel, observed.id, event);
        }
        take_effect(&mut assoc.state, header, observed);
        note_moves(&mut assoc.state, header, observed);
        if assoc.state.hellos.is_used() && header.frame_type.0 >= 0x0030 && header.channel != Channel::CONTROL {
            assoc.state.hellos.goes_on(observed.direction, observed.id);
        }
    }

    /// Notes what shows the order of the handshake and of what follows it.
    fn note_order(&mut self, index: usize, raw: &Raw, forged: bool, observed: &Observed) {
        let (header, time) = (&raw.header, raw.mark.time);
        let (id, direction) = (observed.id, observed.direction);
        let kind = HandshakeKind::of(header.channel, header.frame_type);
        let beyond = kind.is_none() && header.has(flag::ENC) && !forged && header.frame_type != FrameType::ERROR;
        let Some(assoc) = self.associations.get(index) else { return };
        if kind.is_none() && (!beyond || assoc.state.first_beyond[direction.index()].is_some()) {
            return;
        }
        let ordered = self.is_ordered(index, direction);
        let beside = self.associations.get(index).is_some_and(|assoc| assoc.is_beside_control(direction, raw.stream));
        let Some(assoc) = self.associations.get_mut(index) else { return };
        match kind {
            Some(kind) => assoc.state.shook(HandshakeFrame { kind, direction, frame: id, time, ordered }),
            None if ordered && beside => assoc.state.first_beyond[direction.index()] = Some((id, header.channel, header.frame_type)),
            None => {}
        }
    }

    /// Whether everything that the other peer sent before a frame has been seen: a late packet of its stream may still show up.
    fn is_ordered(&self, index: usize, direction: Direction) -> bool {
        let flow = self.associations.get(index).map(|assoc| assoc.origin.flow);
        let side = flow.and_then(|id| self.flows.get(&id)).and_then(|flow| flow.side_of(direction.flip()));
        flow.zip(side).is_none_or(|(flow, side)| !self.waits(flow, side))
    }
}

/// What validates a new path, and what uses it.
fn note_moves(state: &mut Association, header: &Header, observed: &Observed) {
    if matches!(header.frame_type, FrameType::PATH_CHALLENGE | FrameType::PATH_RESPONSE) {
        state.moves.challenged();
    } else if header.has(flag::ENC) {
        state.moves.used(observed.direction, observed.id);
    }
}

/// Boundaries of epochs and generations, the end, and the first application frame of Control.
fn take_effect(state: &mut Association, header: &Header, observed: &Observed) {
    let (id, direction) = (observed.id, observed.direction);
    let (channel, sealed, control) = (header.channel, header.has(flag::ENC), header.channel == Channel::CONTROL);
    match header.frame_type {
        FrameType::KEY_UPDATE if sealed => {
            if let Some(space) = state.channel(direction, channel) {
                space.rotate();
            }
        }
        FrameType::MASTER_RATCHET | FrameType::REKEM_ACK if sealed && control => state.rotate_all(direction),
        FrameType::CLOSE | FrameType::CLOSE_ACK if sealed && control => {
            state.closed[direction.index()].get_or_insert(id);
        }
        FrameType(0x0108..) if control => {
            state.hello[direction.index()].get_or_insert(id);
        }
        _ => {}
    }
}

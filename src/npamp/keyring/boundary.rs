//! Key updates and ratchet steps [core §11.5, binding §9]: which frames end an epoch or a generation, and what they announce.

use crate::base::direction::Direction;
use crate::carrier::keylog::KeyLog;
use crate::npamp::header::Header;
use crate::npamp::tlv::TlvBody;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::tlv::TlvType;

use super::Keyring;
use super::opening::RatchetEvent;
use super::rekem_secrets;
use super::roots::Step;
use super::slot::Request;

/// Octets of an epoch or generation marker.
const MARKER_LEN: usize = 8;

/// A marker body, read.
struct Marker {
    value: Option<u64>,
    well_formed: bool,
}

impl Keyring {
    /// Follows an opened frame over a boundary, if it is one, and says what it announced.
    pub(super) fn boundary(&mut self, log: &KeyLog, direction: Direction, header: &Header, plain: &[u8]) -> Option<RatchetEvent> {
        match (header.channel, header.frame_type) {
            (_, FrameType::KEY_UPDATE) => Some(self.key_update(direction, header.channel, plain)),
            (_, FrameType::KEY_UPDATE_ACK) => Some(self.key_update_ack(direction, header.channel, plain)),
            (Channel::CONTROL, FrameType::MASTER_RATCHET) => Some(self.master_ratchet(log, direction, plain)),
            (Channel::CONTROL, FrameType::MASTER_RATCHET_ACK) => Some(self.master_ratchet_ack(direction, plain)),
            (Channel::CONTROL, FrameType::REKEM) => Some(self.rekem(direction, plain)),
            (Channel::CONTROL, FrameType::REKEM_ACK) => Some(self.rekem_ack(log, direction, plain)),
            _ => None,
        }
    }

    /// Follows a frame over a boundary by its clear header alone.
    pub(super) fn boundary_by_header(&mut self, log: &KeyLog, direction: Direction, header: &Header) {
        match (header.channel, header.frame_type) {
            (_, FrameType::KEY_UPDATE) => {
                let slot = self.slot(direction, header.channel);
                slot.announce(u64::from(slot.epoch).saturating_add(1));
                slot.rotate(slot.epoch.saturating_add(1), false);
            }
            (Channel::CONTROL, FrameType::MASTER_RATCHET) => {
                let next = u64::from(self.sides.of(direction).generation).saturating_add(1);
                self.sides.of_mut(direction).announce(next);
                self.step(log, direction, &Step::Ratchet);
            }
            (Channel::CONTROL, FrameType::REKEM) => self.sides.of_mut(direction.flip()).rekem = Request::Unread,
            (Channel::CONTROL, FrameType::REKEM_ACK) => {
                let announced = u64::from(self.sides.of(direction).generation).saturating_add(1);
                self.sides.of_mut(direction).rekem = Request::None;
                self.step(log, direction, &Step::Rekem { announced, transcript: None });
            }
            _ => {}
        }
    }

    fn key_update(&mut self, direction: Direction, channel: Channel, plain: &[u8]) -> RatchetEvent {
        let marker = marker(plain, &[TlvType::KEY_UPDATE_MARKER]);
        let slot = self.slot(direction, channel);
        let current = u64::from(slot.epoch);
        slot.announce(marker.value.unwrap_or_else(|| current.saturating_add(1)));
        slot.rotate(slot.epoch.saturating_add(1), false);
        RatchetEvent::KeyUpdate { announced: marker.value, current, well_formed: marker.well_formed }
    }

    fn key_update_ack(&mut self, direction: Direction, channel: Channel, plain: &[u8]) -> RatchetEvent {
        let marker = marker(plain, &[TlvType::KEY_UPDATE_MARKER]);
        let slot = self.slot(direction.flip(), channel);
        let waiting = u32::try_from(slot.waiting.len()).unwrap_or(u32::MAX);
        let outstanding = take(&mut slot.waiting, marker.value);
        RatchetEvent::KeyUpdateAck { announced: marker.value, outstanding, waiting, well_formed: marker.well_formed }
    }

    fn master_ratchet(&mut self, log: &KeyLog, direction: Direction, plain: &[u8]) -> RatchetEvent {
        let marker = marker(plain, &[TlvType::RATCHET_GENERATION]);
        let side = self.sides.of_mut(direction);
        let current = u64::from(side.generation);
        side.announce(marker.value.unwrap_or_else(|| current.saturating_add(1)));
        self.step(log, direction, &Step::Ratchet);
        RatchetEvent::MasterRatchet { announced: marker.value, current, well_formed: marker.well_formed }
    }

    fn master_ratchet_ack(&mut self, direction: Direction, plain: &[u8]) -> RatchetEvent {
        let marker = marker(plain, &[TlvType::RATCHET_GENERATION]);
        let outstanding = take(&mut self.sides.of_mut(direction.flip()).waiting, marker.value);
        RatchetEvent::MasterRatchetAck { announced: marker.value, outstanding, well_formed: marker.well_formed }
    }

    fn rekem(&mut self, direction: Direction, plain: &[u8]) -> RatchetEvent {
        let marker = marker(plain, &[TlvType::KEM_SHARE, TlvType::RATCHET_GENERATION]);
        let healed = self.sides.of_mut(direction.flip());
        let overlap = std::mem::replace(&mut healed.rekem, Request::Read(plain.to_vec())) != Request::None;
        let current = u64::from(healed.generation);
        RatchetEvent::Rekem { announced: marker.value, current, overlap, well_formed: marker.well_formed }
    }

    fn rekem_ack(&mut self, log: &KeyLog, direction: Direction, plain: &[u8]) -> RatchetEvent {
        let marker = marker(plain, &[TlvType::KEM_CIPHERTEXT, TlvType::RATCHET_GENERATION]);
        let side = self.sides.of_mut(direction);
        let current = u64::from(side.generation);
        let request = std::mem::take(&mut side.rekem);
        let outstanding = request != Request::None;
        let transcript = match request {
            Request::Read(request) => Some(rekem_transcript(&request, plain)),
            Request::None | Request::Unread => None,
        };
        let announced = marker.value.unwrap_or_else(|| current.saturating_add(1));
        self.step(log, direction, &Step::Rekem { announced, transcript });
        RatchetEvent::RekemAck { announced: marker.value, current, outstanding, well_formed: marker.well_formed }
    }

    /// A direction moves to its next ratchet generation.
    fn step(&mut self, log: &KeyLog, direction: Direction, step: &Step) {
        let held = self.held(log);
        self.roots.advance(direction, step, &|generation| held.map(|held| rekem_secrets(held, direction, generation)).unwrap_or_default());
        let side = self.sides.of_mut(direction);
        side.ratchet(side.generation.saturating_add(1));
    }
}

/// Whether a frame ends an epoch or a generation.
pub(super) const fn is_boundary(header: &Header) -> bool {
    matches!(
        (header.channel, header.frame_type),
        (_, FrameType::KEY_UPDATE) | (Channel::CONTROL, FrameType::MASTER_RATCHET | FrameType::REKEM_ACK)
    )
}

/// What `TH_rekem` covers: both frame types, both bodies.
pub(super) fn rekem_transcript(request: &[u8], answer: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(request.len().saturating_add(answer.len()).saturating_add(4));
    out.extend_from_slice(&FrameType::REKEM.0.to_be_bytes());
    out.extend_from_slice(request);
    out.extend_from_slice(&FrameType::REKEM_ACK.0.to_be_bytes());
    out.extend_from_slice(answer);
    out
}

/// Reads a body that should be exactly `types`, the last of them an 8-octet number.
fn marker(plain: &[u8], types: &[TlvType]) -> Marker {
    let tlvs = TlvBody::walk(plain);
    let value = types.last().and_then(|ty| tlvs.value(*ty, plain)).and_then(|value| value.try_into().ok()).map(u64::from_be_bytes);
    let whole = tlvs.items.last().is_some_and(|last| last.value.len() == MARKER_LEN);
    Marker { value, well_formed: whole && tlvs.is_exactly(types) }
}

/// Takes an announced number off the list of those that wait.
fn take(waiting: &mut smallvec::SmallVec<[u64; 4]>, announced: Option<u64>) -> bool {
    let Some(at) = waiting.iter().position(|waits| Some(*waits) == announced) else { return false };
    waiting.remove(at);
    true
}

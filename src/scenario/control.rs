//! What both peers say on every channel or on Control: liveness, key update, ratchet, close [core §8, binding §9].

use crate::base::direction::Direction;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::tlv::TlvType;

use super::Scenario;
use super::filler;
use super::frame::{FrameSpec, tlv};

impl Scenario {
    /// A PING on Control and the peer's PONG.
    pub fn ping(&mut self, direction: Direction) -> &mut Self {
        self.frame(direction, FrameSpec::new(Channel::CONTROL, FrameType::PING));
        self.frame(direction.flip(), FrameSpec::new(Channel::CONTROL, FrameType::PONG))
    }

    /// An orderly end: the client closes, the server answers, the connection ends.
    pub fn close(&mut self) -> &mut Self {
        self.frame(Direction::C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
        self.frame(Direction::S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
        self.fin(Direction::C2s).fin(Direction::S2c)
    }

    /// An `ERROR` of generation 3 with a code and no context.
    pub fn error(&mut self, direction: Direction, code: u8) -> &mut Self {
        self.frame(direction, FrameSpec::error(code))
    }

    /// A new limit on what the peer may send.
    pub fn flow_update(&mut self, direction: Direction, limit: u64) -> &mut Self {
        self.frame(direction, FrameSpec::new(Channel::CONTROL, FrameType::FLOW_UPDATE).payload(&limit.to_be_bytes()))
    }

    /// The last frame of the current epoch of a channel; later frames of the direction are sealed in the next one.
    pub fn key_update(&mut self, direction: Direction, channel: Channel) -> &mut Self {
        self.begin();
        let epoch = self.at().lane(direction).map_or(0, |lane| lane.scope(channel).epoch);
        self.marker(direction, FrameSpec::new(channel, FrameType::KEY_UPDATE), TlvType::KEY_UPDATE_MARKER, u64::from(epoch) + 1);
        if let Some(lane) = self.at().lane(direction) {
            lane.next_epoch(channel);
        }
        self
    }

    /// Confirms the epoch that the peer announced on a channel.
    pub fn key_update_ack(&mut self, direction: Direction, channel: Channel, epoch: u64) -> &mut Self {
        self.marker(direction, FrameSpec::new(channel, FrameType::KEY_UPDATE_ACK), TlvType::KEY_UPDATE_MARKER, epoch)
    }

    /// A Tier 1 ratchet step of the sender's direction; all its channels begin again.
    pub fn master_ratchet(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        let next = self.next_generation(direction);
        self.marker(direction, FrameSpec::new(Channel::CONTROL, FrameType::MASTER_RATCHET), TlvType::RATCHET_GENERATION, next);
        if let Some(lane) = self.at().lane(direction) {
            lane.ratchet();
        }
        self
    }

    /// Confirms a Tier 1 step of the peer.
    pub fn master_ratchet_ack(&mut self, direction: Direction, generation: u64) -> &mut Self {
        self.marker(direction, FrameSpec::new(Channel::CONTROL, FrameType::MASTER_RATCHET_ACK), TlvType::RATCHET_GENERATION, generation)
    }

    /// A Tier 2 step: `direction` asks, the peer answers, and the peer's direction is healed. The key log tells what was mixed in.
    pub fn rekem(&mut self, direction: Direction) -> &mut Self {
        self.begin();
        let healed = direction.flip();
        let generation = self.next_generation(healed);
        let number = self.at().number * 256 + usize::try_from(generation).unwrap_or(0) * 2 + direction.index();
        let share = [filler::encapsulation_key("rekem share", number, 3), filler::x25519("rekem client", number)].concat();
        let ciphertext = [filler::octets("rekem ciphertext", number, 1088), filler::x25519("rekem server", number)].concat();
        let asked = self.rekem_frame(direction, FrameType::REKEM, (TlvType::KEM_SHARE, &share), generation);
        let answered = self.rekem_frame(healed, FrameType::REKEM_ACK, (TlvType::KEM_CIPHERTEXT, &ciphertext), generation);
        let shared = filler::octets("rekem secret", number, 64);
        let association = self.at();
        let transcript = association.digest(&[asked, answered].concat());
        association.log_rekey(healed, generation, &shared);
        if let Some(lane) = association.lane(healed) {
            lane.rekem(&shared, &transcript);
        }
        self
    }

    /// Sends one of the two frames of a re-KEM; returns its part of their transcript.
    fn rekem_frame(&mut self, direction: Direction, frame_type: FrameType, value: (TlvType, &[u8]), generation: u64) -> Vec<u8> {
        let mut body = tlv(value.0.0, value.1);
        body.extend_from_slice(&tlv(TlvType::RATCHET_GENERATION.0, &generation.to_be_bytes()));
        self.frame(direction, FrameSpec::new(Channel::CONTROL, frame_type).payload(&body));
        [&frame_type.0.to_be_bytes()[..], &body].concat()
    }

    fn next_generation(&mut self, direction: Direction) -> u64 {
        self.at().lane(direction).map_or(1, |lane| u64::from(lane.generation()) + 1)
    }

    fn marker(&mut self, direction: Direction, spec: FrameSpec, kind: TlvType, value: u64) -> &mut Self {
        self.frame(direction, spec.payload(&tlv(kind.0, &value.to_be_bytes())))
    }
}

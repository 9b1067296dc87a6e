//! What several rules ask about a frame or an association.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::bridge::carriage::{CarriageClass, class_of};
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::{MAGIC, VERSION, flag};
use crate::npamp::protection::{Protection, SealedReason};
use crate::npamp::tlv::Tlv;
use crate::session::arrival::Kind;
use crate::session::channel::SequenceFact;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::tlv::TlvType;
use crate::store::finding::Place;

use super::context::{AssociationCtx, ExchangeCtx, FrameCtx};

/// Payloads of at most so many octets need no second look.
const USUAL_LEN: u32 = 1 << 20;

impl<'a> FrameCtx<'a> {
    /// Whether its header can be taken at its word: the CRC is right, the tag does not contradict it, it is sealed as it must be,
    /// and it is no repetition.
    pub fn is_sound(&self) -> bool {
        let altered = matches!(self.protection, Protection::Sealed(SealedReason::TagMismatch | SealedReason::TooShort));
        self.crc_ok && !altered && !self.is_unsealed() && !self.is_replay()
    }

    /// Whether it is clear in a direction of which it was said before that it seals nothing.
    pub const fn is_known_clear(&self) -> bool {
        let (state, at) = (self.association.state, self.direction.index());
        !state.seals[at] && state.unsealed[at] > 1
    }

    /// Whether it is a readable frame of an exchange, in its turn, whose header says nothing else.
    pub fn is_usual(&self) -> bool {
        let header = self.header;
        let layout = header.magic == MAGIC && header.version == VERSION && header.reserved.iter().all(|octet| *octet == 0);
        let kind = header.channel == Channel::BRIDGE && Kind::of(header.frame_type).is_some();
        let read = match self.protection {
            Protection::Opened => header.flags == flag::ENC && self.opening.probe.is_none(),
            Protection::Clear => header.flags == 0 && self.is_known_clear(),
            Protection::Sealed(_) => false,
        };
        let due = self.sequence == SequenceFact::Expected && header.seq != u64::MAX;
        layout
            && kind
            && read
            && due
            && self.crc_ok
            && header.payload_len <= USUAL_LEN
            && !self.first_of_channel
            && self.after_close.is_none()
    }

    /// Whether it is `CLIENT_HELLO` or `SERVER_HELLO`.
    pub const fn is_hello(&self) -> bool {
        matches!(self.header.channel, Channel::CONTROL)
            && matches!(self.header.frame_type, FrameType::CLIENT_HELLO | FrameType::SERVER_HELLO)
    }

    /// Whether it is in the clear although only the two HELLOs may be.
    pub const fn is_unsealed(&self) -> bool {
        !self.header.has(flag::ENC) && !self.is_hello()
    }

    /// Whether it is `CLOSE` or `CLOSE_ACK`, on any channel.
    pub const fn is_close(&self) -> bool {
        matches!(self.header.frame_type, FrameType::CLOSE | FrameType::CLOSE_ACK)
    }

    /// Whether its type belongs to a channel, not to the machinery of all channels, handshake or ratchet.
    pub const fn is_application(&self) -> bool {
        let machinery = matches!(self.header.channel, Channel::CONTROL) && matches!(self.header.frame_type.0, 0x0100..=0x0107);
        self.header.frame_type.0 >= 0x0030 && !machinery
    }

    /// Channel and type, for people: `PING on Control`.
    pub fn label(&self) -> String {
        format!("{} on {}", self.header.frame_type.label(self.header.channel), self.header.channel.label())
    }

    /// Whether it is the first `SERVER_AUTH` or `CLIENT_AUTH`, and was opened.
    pub fn is_auth(&self) -> bool {
        self.protection == Protection::Opened && self.opening.handshake.is_some_and(|event| event.first && event.kind.is_auth())
    }

    /// Whether `CLIENT_HELLO` was captured and read, so that what it offers is known.
    pub const fn knows_offers(&self) -> bool {
        self.association.state.keyring.handshake().known[HandshakeKind::ClientHello.index()]
    }

    /// The TLVs of a TLV-only body, in order; none when the body could not be read.
    pub fn tlv_items(&self) -> &'a [Tlv] {
        self.tlvs.map_or(&[], |tlvs| &tlvs.items)
    }

    /// Whether the TLV walk over the body reached its end.
    pub fn has_whole_tlvs(&self) -> bool {
        self.tlvs.is_some_and(|tlvs| tlvs.fault.is_none())
    }

    /// Whether it is sound and its TLVs could be walked to their end: else nothing in them is worth a word of its own.
    pub fn is_whole(&self) -> bool {
        self.is_sound() && self.has_whole_tlvs()
    }

    /// The value of the first TLV of a type.
    pub fn tlv(&self, ty: TlvType) -> Option<&'a [u8]> {
        self.tlvs?.value(ty, self.plaintext?)
    }

    /// The first TLV of a type as a place.
    pub fn tlv_place(&self, ty: TlvType) -> Option<Place> {
        self.tlv_items().iter().find(|tlv| tlv.ty == ty).map(|tlv| Place::Payload(tlv.span()))
    }
}

impl ExchangeCtx<'_> {
    /// The reply that came before the request, where both sides were captured whole: a reply that was held up on its way into the capture
    /// is put in its place by the acknowledgements of TCP.
    pub fn answered_early(&self) -> Option<FrameId> {
        let streamed = self.stream.producer.parts > 0 || self.stream.cancel.is_some();
        self.request.early.filter(|_| self.association.state.evidence.is_complete() && !streamed)
    }

    /// Whether the request was dropped by a peer that does not carry its protocol: nothing under that identifier was ever answered with
    /// success, nothing at all came back, and later requests were answered before the association ended in order.
    pub fn was_dropped(&self) -> bool {
        let (request, state) = (self.request, self.association.state);
        let responder = request.initiator.flip();
        let bound = self.association.mappings.is_configured(request.protocol);
        let unknown = class_of(request.protocol, state.generation()) == CarriageClass::Unmapped && request.protocol.0 != 0 && !bound;
        let silent = self.stream.producer.parts == 0 && !state.served.contains(&(responder, request.protocol));
        let seen = self.association.is_over() && state.evidence.is_complete();
        unknown && silent && seen && state.correlator.answered_since(request.initiator, request.exchange)
    }
}

impl AssociationCtx<'_> {
    /// Whether every frame that a direction sent so far was captured, unaltered; no, when nothing of it was.
    pub const fn saw_all(&self, direction: Direction) -> bool {
        let (evidence, at) = (&self.state.evidence, direction.index());
        !evidence.late && evidence.seen[at] && !evidence.gaps[at] && !evidence.doubtful[at]
    }

    /// Whether the `HELLO` that a direction sends was seen.
    pub const fn has_hello(&self, direction: Direction) -> bool {
        self.state.handshake[direction.index()].is_some()
    }

    /// Whether `CLIENT_AUTH`, the last frame of the handshake, was seen.
    pub const fn is_established(&self) -> bool {
        self.state.handshake[HandshakeKind::ClientAuth.index()].is_some()
    }

    /// Whether the association has ended, as far as the capture shows.
    pub const fn is_over(&self) -> bool {
        !matches!(self.end, crate::store::row::End::CaptureEnd)
    }
}

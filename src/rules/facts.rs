//! What several rules ask about a frame or an association.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::time::Timestamp;
use crate::bridge::carriage::{CarriageClass, class_of};
use crate::bridge::payload::{self, Payload};
use crate::npamp::control::{ControlBody, ErrorBody};
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::{MAGIC, VERSION, flag};
use crate::npamp::protection::{Protection, SealedReason};
use crate::npamp::tlv::{Tlv, TlvBody};
use crate::session::arrival::Kind;
use crate::session::channel::SequenceFact;
use crate::session::rotation::Waiting;
use crate::spec::channel::Channel;
use crate::spec::error_code::ErrorCode;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;
use crate::store::finding::{Place, Severity};

use super::context::{AssociationCtx, Draft, ExchangeCtx, FrameCtx, Sink};
use super::shape;

/// Octets of the longest frame, header and payload, that generation 3 allows.
pub(super) const LARGEST_FRAME: u64 = 1 << 24;

/// Payloads of at most so many octets need no second look.
const USUAL_LEN: u32 = 1 << 20;
/// Nanoseconds within which a reaction counts as one.
const SOON: i64 = 2_000_000_000;

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

    /// Whether it is longer than a receiver of generation 3 takes.
    pub fn is_oversize(&self) -> bool {
        self.header.frame_len() > LARGEST_FRAME
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
        let enveloped = self.plaintext.is_some_and(|octets| octets.starts_with(&TlvType::BRIDGE_ENVELOPE.0.to_be_bytes()));
        layout
            && kind
            && self.lane.began_on.is_none()
            && self.lane.available.is_none()
            && enveloped
            && read
            && due
            && self.crc_ok
            && header.payload_len <= USUAL_LEN
            && !self.first_of_channel
            && self.after_close.is_none()
            && self.closed_elsewhere.is_none()
            && self.standing.is_quiet()
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

    /// For an `ERROR` in the clear: whether it comes before any key exists.
    pub fn clear_error(&self) -> Option<bool> {
        let clear = self.header.frame_type == FrameType::ERROR && self.is_unsealed() && !self.is_known_clear();
        let keyless = !self.association.late() && self.association.state.handshake[HandshakeKind::ServerHello.index()].is_none();
        (clear && self.crc_ok).then_some(keyless)
    }

    /// The body of an `ERROR` on Control that can be taken at its word.
    pub fn error_body(&self) -> Option<ErrorBody> {
        match self.body {
            Some(ControlBody::Error(body)) if self.is_control(FrameType::ERROR) && self.is_sound() => Some(body),
            _ => None,
        }
    }

    /// The code of a well-formed `ERROR` on Control.
    pub fn error_code(&self) -> Option<ErrorCode> {
        self.error_body().filter(|body| body.fault.is_none())?.code.map(ErrorCode)
    }

    /// Whether it stays sealed and is an answer of a type for which, by headers alone, nothing waits.
    pub fn is_unasked(&self, answer: FrameType) -> bool {
        let sealed = matches!(self.protection, Protection::Sealed(_)) && self.header.frame_type == answer;
        let asked = || !self.association.state.ledger.is_unasked(self.direction, self.header.channel, answer);
        sealed && self.is_sound() && self.association.saw_all(self.direction.flip()) && !asked()
    }

    /// The code of an `ERROR` as a place.
    pub fn code_place(&self) -> Option<Place> {
        self.error_body().map(|body| Place::Payload(body.code_span))
    }

    /// Whether the other peer sent a frame shortly before that anybody may have written.
    pub fn answers_suspect(&self) -> bool {
        let suspect = self.association.state.ledger.suspect[self.direction.flip().index()];
        suspect.is_some_and(|suspect| (0..=SOON).contains(&suspect.sent.time_until(self.time)))
    }

    /// A key update of the other peer that waits for its confirmation on another channel.
    pub fn update_elsewhere(&self) -> Option<&'a Waiting> {
        let other = |waiting: &&Waiting| {
            waiting.frame_type == FrameType::KEY_UPDATE
                && waiting.direction == self.direction.flip()
                && waiting.channel != self.header.channel
        };
        self.association.state.rotations.waiting().iter().find(other)
    }

    /// Whether the direction seals and the sealed payload has not `length` octets and a tag; or the same without seals.
    pub fn has_other_length(&self, length: u32) -> bool {
        let due = if self.header.has(flag::ENC) { length + 16 } else { length };
        (self.header.has(flag::ENC) || self.is_known_clear()) && self.header.payload_len != due
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

    /// The payload of a Bridge frame that has more than the envelope in front of its JSON text, decoded; `None` for most messages, at
    /// the price of a look.
    pub fn bridge_with_more_tlvs(&self) -> Option<Payload<'a>> {
        let bridge = self.header.frame_type.is_bridge(self.header.channel);
        let octets = self.plaintext.filter(|octets| bridge && has_more_tlvs(octets))?;
        let generation = self.association.generation();
        Some(payload::decode(octets, |protocol| self.association.mappings.class_of(protocol, generation), generation))
    }

    /// Whether the TLV walk over the body reached its end.
    pub fn has_whole_tlvs(&self) -> bool {
        self.tlvs.is_some_and(|tlvs| tlvs.fault.is_none())
    }

    /// Whether it is sound and its TLVs could be walked to their end: else nothing in them is worth a word of its own.
    pub fn is_whole(&self) -> bool {
        self.is_sound() && self.has_whole_tlvs()
    }

    /// The TLVs of a body outside Bridge that is nothing but TLVs of registered types: of handshake, key update and ratchet, and of
    /// any other frame that happens to be so.
    pub fn retired_tlvs(&self) -> Vec<(Tlv, &'a [u8])> {
        let Some(plain) = self.plaintext.filter(|_| self.is_sound() && self.header.channel != Channel::BRIDGE) else { return Vec::new() };
        if plain.first() != Some(&0) {
            return Vec::new();
        }
        let walked = self.tlvs.is_none().then(|| TlvBody::walk(plain));
        let Some(tlvs) = self.tlvs.or(walked.as_ref()).filter(|tlvs| tlvs.fault.is_none()) else { return Vec::new() };
        if tlvs.items.iter().any(|tlv| tlv.ty.name().is_none()) {
            return Vec::new();
        }
        tlvs.items.iter().map(|tlv| (*tlv, tlv.value.of(plain))).collect()
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
    /// What ended: the association, or only what was captured of it.
    pub fn what_ended(&self) -> &'static str {
        if self.is_over() { "the association ended" } else { "the capture ended" }
    }

    /// Reports a defect that only generation 3 knows: as severe as its rule says where that is the generation, as a note while
    /// the generation is unknown, not at all in generation 2.
    pub fn report3<'s>(&self, sink: &'s mut Sink<'_>, place: Option<Place>, message: impl Into<String>) -> Option<Draft<'s>> {
        let message = message.into();
        match self.generation() {
            Some(Generation::Three) => Some(sink.report(place, message)),
            Some(Generation::Two) => None,
            None => Some(sink.report(place, format!("{message}, which would violate generation 3")).at_most(Severity::Note)),
        }
    }

    /// Reports a defect of `SERVER_HELLO` that is judged when the generation is settled.
    pub fn about_server_hello<'s>(&self, sink: &'s mut Sink<'_>, message: String) -> Draft<'s> {
        let draft = sink.report(None, message).direction(Direction::S2c);
        match self.state.handshake[HandshakeKind::ServerHello.index()] {
            Some(frame) => draft.frame(frame),
            None => draft,
        }
    }

    /// In generation 3: a sealed frame that the client sent before `SERVER_HELLO`.
    pub fn early_data(&self) -> Option<(FrameId, Channel, FrameType)> {
        let hello = self.state.handshake[HandshakeKind::ServerHello.index()];
        let early = self.state.first_beyond[Direction::C2s.index()].filter(|(frame, ..)| hello.is_none_or(|hello| *frame < hello));
        early.filter(|_| self.is_gen3() && self.saw_all(Direction::C2s) && self.saw_all(Direction::S2c))
    }

    /// Who ended its side of the transport last, or when the capture no longer shows it.
    pub fn open_until(&self) -> Timestamp {
        self.state.ledger.closing.iter().filter_map(|closing| closing.end).map(|end| end.time).max().unwrap_or(self.ended)
    }

    /// Whether every frame that a direction sent so far was captured, unaltered; no, when nothing of it was.
    pub const fn saw_all(&self, direction: Direction) -> bool {
        !self.state.evidence.late && self.state.evidence.is_captured(direction)
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

/// Whether something other than JSON text follows the envelope.
fn has_more_tlvs(octets: &[u8]) -> bool {
    let envelope = shape::leading_tlv(octets, TlvType::BRIDGE_ENVELOPE).map_or(0, <[u8]>::len);
    octets.get(envelope + 4).is_some_and(|octet| !matches!(octet, b'{' | b'['))
}

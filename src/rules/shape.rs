//! What octets look like when their place does not say what they are.

use crate::base::span::ByteSpan;
use crate::bridge::carriage::jsonrpc::{JsonRpc, Version};
use crate::bridge::envelope::{Envelope, content_type, message_kind};
use crate::bridge::payload::{self, Payload};
use crate::codec::json::scan::Bounds;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::tlv::TlvBody;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;
use crate::spec::tlv::TlvType;

use super::context::FrameCtx;

/// Fields of an envelope that are not of variable length.
const ENVELOPE_FIXED: usize = 6;

/// Whether octets begin with a Bridge envelope whose inner lengths add up and whose message kind is defined.
pub(super) fn is_bridge_payload(octets: &[u8]) -> bool {
    let Some(value) = leading_tlv(octets, TlvType::BRIDGE_ENVELOPE) else { return false };
    let correlation = value.get(4).map_or(0, |length| usize::from(*length));
    let method = value.get(5 + correlation).map(|length| usize::from(*length));
    let kind = value.get(1).copied().unwrap_or(0);
    (1..=6).contains(&kind) && method.is_some_and(|method| value.len() == ENVELOPE_FIXED + correlation + method)
}

/// Whether octets are exactly the TLVs of one of the four handshake frames.
pub(super) fn is_handshake_body(octets: &[u8]) -> bool {
    if HandshakeKind::ALL.into_iter().all(|kind| !begins_with(octets, kind.tlvs())) {
        return false;
    }
    let body = TlvBody::walk(octets);
    HandshakeKind::ALL.into_iter().any(|kind| body.is_exactly(kind.tlvs()))
}

/// Whether octets are exactly the TLVs of a ratchet frame.
pub(super) fn is_ratchet_body(octets: &[u8]) -> bool {
    let body = TlvBody::walk(octets);
    let rekem =
        [TlvType::KEM_SHARE, TlvType::KEM_CIPHERTEXT].into_iter().any(|first| body.is_exactly(&[first, TlvType::RATCHET_GENERATION]));
    rekem || body.is_exactly(&[TlvType::RATCHET_GENERATION])
}

/// Whether octets begin with the type of the first of `types`.
fn begins_with(octets: &[u8], types: &[TlvType]) -> bool {
    types.first().is_some_and(|ty| octets.starts_with(&ty.0.to_be_bytes()))
}

/// The value of a TLV that stands at the front.
pub(super) fn leading_tlv(octets: &[u8], ty: TlvType) -> Option<&[u8]> {
    let (head, rest) = octets.split_first_chunk::<4>()?;
    let [kind_high, kind_low, length_high, length_low] = *head;
    let length = usize::from(u16::from_be_bytes([length_high, length_low]));
    (u16::from_be_bytes([kind_high, kind_low]) == ty.0).then(|| rest.get(..length))?
}

/// Octets of a stream control.
const CONTROL_LEN: usize = 11;

/// Whether a critical TLV has the shape of a stream control: its length, version, controls and flags.
pub(super) fn is_control_shaped(kind: TlvType, value: &[u8]) -> bool {
    let fields = value.len() == CONTROL_LEN && value.first() == Some(&1);
    kind.is_critical() && fields && matches!(value.get(1..3), Some([0..=2, 0..=3]))
}

/// Such a TLV in front of the foreign message of a class that allows any octets there.
pub(super) fn critical_control(payload: &Payload<'_>) -> Option<(TlvType, ByteSpan)> {
    let (head, rest) = payload.foreign.split_first_chunk::<4>()?;
    let kind = TlvType(u16::from_be_bytes([head[0], head[1]]));
    let value = rest.get(..CONTROL_LEN).filter(|_| usize::from(u16::from_be_bytes([head[2], head[3]])) == CONTROL_LEN)?;
    let at = payload.foreign_at;
    is_control_shaped(kind, value).then(|| (kind, ByteSpan::new(at, at.saturating_add(head.len() + CONTROL_LEN))))
}

/// The protocol of a sound Bridge frame on Discovery, and whether it carries a JSON-RPC message.
pub(super) fn on_discovery(frame: &FrameCtx<'_>) -> Option<(Protocol, bool)> {
    let types = FrameType::BRIDGE_REQUEST..=FrameType::BRIDGE_STREAM_END;
    let there = frame.header.channel == Channel::DISCOVERY && types.contains(&frame.header.frame_type) && frame.is_sound();
    let octets = frame.plaintext.filter(|octets| there && is_bridge_payload(octets))?;
    let generation = frame.association.generation();
    let decoded = payload::decode(octets, |protocol| frame.association.mappings.class_of(protocol, generation), generation);
    let object = JsonRpc::digest(decoded.foreign, Bounds::default()).version != Version::Absent;
    Some((decoded.head.protocol?, object))
}

/// The envelope of a message that streams: an event or end of a stream, or anything with a stream control behind the envelope.
/// Answers where the envelope ends.
pub(super) fn carried_stream(body: &[u8]) -> Option<usize> {
    let &[0, 0x10, high, low] = body.first_chunk::<4>()? else { return None };
    let end = usize::from(u16::from_be_bytes([high, low])).saturating_add(4);
    let (Some(envelope), None) = Envelope::decode(body.get(4..end)?) else { return None };
    let streams = matches!(envelope.message_kind, 5 | 6) || body.get(end..).is_some_and(|rest| rest.starts_with(&[0, 0x11, 0, 11]));
    let sensible = message_kind::name(envelope.message_kind).is_some() && content_type::name(envelope.content_type).is_some();
    (streams && sensible).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::unhex;

    #[test]
    fn an_envelope_is_known_by_its_inner_lengths() {
        let request = unhex("0010000b0101010001370470696e677b7d").unwrap();
        assert!(is_bridge_payload(&request));
        assert!(!is_bridge_payload(&request[..12]));
        let mut spoilt = request;
        spoilt[8] = 2;
        assert!(!is_bridge_payload(&spoilt));
    }

    #[test]
    fn json_and_cbor_are_no_tlv_bodies() {
        assert!(!is_handshake_body(b"{\"jsonrpc\":\"2.0\"}") && !is_ratchet_body(&[0xA1, 0, 1]));
        assert!(is_ratchet_body(&unhex("001900080000000000000001").unwrap()));
    }
}

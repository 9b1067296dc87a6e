//! What octets look like when their place does not say what they are.

use crate::bridge::envelope::{Envelope, content_type, message_kind};
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::tlv::TlvBody;
use crate::spec::tlv::TlvType;

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

//! The BridgeEnvelope: which protocol, which part of an exchange, which exchange [bridge §4].

use crate::base::reader::Reader;
use crate::base::span::ByteSpan;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;
use crate::spec::tlv::TlvType;

/// Flag bit that ends a streamed reply.
pub const FINAL: u8 = 0x01;
/// Octets of a TLV's type and length.
pub(super) const TLV_HEAD: usize = 4;
/// Octets of an envelope without correlation and method.
const FIXED: usize = 6;
/// Offset of the correlation in a payload whose envelope is readable.
const CORRELATION_AT: usize = 9;

/// Declared encodings of the foreign message.
pub mod content_type {
    /// `application/json`.
    pub const JSON: u8 = 0x01;
    /// `application/cbor`.
    pub const CBOR: u8 = 0x02;
    /// `application/grpc+proto`.
    pub const GRPC: u8 = 0x03;
    /// The encoding is named by an `OpaqueContentType` TLV (generation 3).
    pub const OPAQUE: u8 = 0x04;

    /// The media type of a code.
    pub const fn name(code: u8) -> Option<&'static str> {
        match code {
            JSON => Some("application/json"),
            CBOR => Some("application/cbor"),
            GRPC => Some("application/grpc+proto"),
            OPAQUE => Some("OpaqueContentType"),
            _ => None,
        }
    }
}

/// The part of an exchange that a message is.
pub mod message_kind {
    use super::FrameType;

    /// The kind that pairs with a frame type; `None` for a frame type that carries no envelope.
    pub const fn of(frame_type: FrameType) -> Option<u8> {
        match frame_type {
            FrameType::BRIDGE_REQUEST => Some(0x01),
            FrameType::BRIDGE_RESPONSE => Some(0x02),
            FrameType::BRIDGE_NOTIFY => Some(0x03),
            FrameType::BRIDGE_ERROR => Some(0x04),
            FrameType::BRIDGE_STREAM_DATA => Some(0x05),
            FrameType::BRIDGE_STREAM_END => Some(0x06),
            _ => None,
        }
    }

    /// The name of a kind.
    pub const fn name(kind: u8) -> Option<&'static str> {
        match kind {
            0x01 => Some("request"),
            0x02 => Some("response"),
            0x03 => Some("notification"),
            0x04 => Some("error"),
            0x05 => Some("stream-data"),
            0x06 => Some("stream-end"),
            _ => None,
        }
    }
}

/// A readable envelope at the front of a payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Envelope<'a> {
    /// The carried protocol.
    pub protocol: Protocol,
    /// The part of the exchange; must pair with the frame type.
    pub message_kind: u8,
    /// The declared encoding of the foreign message.
    pub content_type: u8,
    /// Bit 0 is final; the others are sent as 0 and ignored.
    pub flags: u8,
    /// Names the exchange, in the numbering of the peer that opened it. Compared as octets.
    pub correlation: &'a [u8],
    /// The method, as the carrier copied it from the object.
    pub method: &'a [u8],
}

impl<'a> Envelope<'a> {
    /// Where the protocol lies in the payload.
    pub const PROTOCOL: ByteSpan = ByteSpan { start: 4, end: 5 };
    /// Where the message kind lies in the payload.
    pub const MESSAGE_KIND: ByteSpan = ByteSpan { start: 5, end: 6 };
    /// Where the content type lies in the payload.
    pub const CONTENT_TYPE: ByteSpan = ByteSpan { start: 6, end: 7 };
    /// Where the flags lie in the payload.
    pub const FLAGS: ByteSpan = ByteSpan { start: 7, end: 8 };

    /// Reads the value of an envelope TLV, and says what is wrong with it. Fields survive octets that trail them.
    pub fn decode(value: &'a [u8]) -> (Option<Self>, Option<EnvelopeFault>) {
        match Self::fields(value) {
            Ok((envelope, 0)) => (Some(envelope), None),
            Ok((envelope, count)) => (Some(envelope), Some(EnvelopeFault::Trailing { count })),
            Err(fault) => (None, Some(fault)),
        }
    }

    /// The fields, and how many octets follow them.
    fn fields(value: &'a [u8]) -> Result<(Self, usize), EnvelopeFault> {
        let short = |_| EnvelopeFault::Short { have: value.len() };
        let mut reader = Reader::new(value);
        let [protocol, message_kind, content_type, flags] = reader.array().map_err(short)?;
        let length = usize::from(reader.u8().map_err(short)?);
        let correlation = reader.take(length).map_err(|short| EnvelopeFault::Correlation { need: length, have: short.have })?;
        let length = usize::from(reader.u8().map_err(short)?);
        let method = reader.take(length).map_err(|short| EnvelopeFault::Method { need: length, have: short.have })?;
        let protocol = Protocol(protocol);
        Ok((Self { protocol, message_kind, content_type, flags, correlation, method }, reader.left()))
    }

    /// Whether the final flag is set.
    pub const fn is_final(&self) -> bool {
        self.flags & FINAL != 0
    }

    /// Flag bits that are sent as 0.
    pub const fn reserved_flags(&self) -> u8 {
        self.flags & !FINAL
    }

    /// Whether the method is as much of `whole` as an envelope can hold.
    pub fn is_cut_of(&self, whole: &[u8]) -> bool {
        whole.len() > usize::from(u8::MAX) && self.method == cut(whole)
    }

    /// Where the correlation lies in the payload.
    pub fn correlation_span(&self) -> ByteSpan {
        ByteSpan::new(CORRELATION_AT, CORRELATION_AT.saturating_add(self.correlation.len()))
    }

    /// Where the method lies in the payload.
    pub fn method_span(&self) -> ByteSpan {
        let start = CORRELATION_AT.saturating_add(self.correlation.len()).saturating_add(1);
        ByteSpan::new(start, start.saturating_add(self.method.len()))
    }

    /// Appends the TLV. A correlation or method of more than 255 octets is cut: the layout cannot hold it.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let (correlation, method) = (cut(self.correlation), cut(self.method));
        let length = FIXED.saturating_add(correlation.len()).saturating_add(method.len());
        tlv_head(TlvType::BRIDGE_ENVELOPE, length, out);
        out.extend_from_slice(&[self.protocol.0, self.message_kind, self.content_type, self.flags]);
        counted(correlation, out);
        counted(method, out);
    }
}

/// What is wrong with an envelope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnvelopeFault {
    /// The payload begins otherwise: with this TLV type, if it has two octets at all.
    Absent {
        /// The first TLV type.
        first: Option<TlvType>,
    },
    /// The TLV is longer than the payload.
    Overrun {
        /// Octets its length field asks for.
        need: usize,
        /// Octets that are there.
        have: usize,
    },
    /// The value ends in front of `method_len`.
    Short {
        /// Octets of the value.
        have: usize,
    },
    /// `corr_len` asks for more octets than the value has.
    Correlation {
        /// Octets asked for.
        need: usize,
        /// Octets that are there.
        have: usize,
    },
    /// `method_len` asks for more octets than the value has.
    Method {
        /// Octets asked for.
        need: usize,
        /// Octets that are there.
        have: usize,
    },
    /// Octets follow the method inside the TLV. The fields are readable nevertheless.
    Trailing {
        /// How many.
        count: usize,
    },
}

impl EnvelopeFault {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absent { .. } => "envelope-absent",
            Self::Trailing { .. } => "envelope-trailing",
            _ => "envelope-truncated",
        }
    }
}

impl std::fmt::Display for EnvelopeFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Absent { first: Some(first) } => write!(f, "the payload begins with TLV 0x{:04X}, not with a BridgeEnvelope", first.0),
            Self::Absent { first: None } => f.write_str("the payload is too short for a BridgeEnvelope"),
            Self::Overrun { need, have } => write!(f, "the BridgeEnvelope is {need} octets long, {have} are there"),
            Self::Short { have } => write!(f, "the BridgeEnvelope ends after {have} octets, in front of its method length"),
            Self::Correlation { need, have } => write!(f, "the correlation is {need} octets long, {have} are there"),
            Self::Method { need, have } => write!(f, "the method is {need} octets long, {have} are there"),
            Self::Trailing { count: 1 } => f.write_str("1 octet follows the method inside the BridgeEnvelope"),
            Self::Trailing { count } => write!(f, "{count} octets follow the method inside the BridgeEnvelope"),
        }
    }
}

/// Appends type and length of a TLV.
pub(super) fn tlv_head(tlv: TlvType, length: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&tlv.0.to_be_bytes());
    out.extend_from_slice(&u16::try_from(length).unwrap_or(u16::MAX).to_be_bytes());
}

/// Appends a length octet and the octets it counts.
pub(super) fn counted(octets: &[u8], out: &mut Vec<u8>) {
    let octets = cut(octets);
    out.push(u8::try_from(octets.len()).unwrap_or(u8::MAX));
    out.extend_from_slice(octets);
}

/// As much as a length octet can count.
pub(super) fn cut(octets: &[u8]) -> &[u8] {
    octets.get(..usize::from(u8::MAX)).unwrap_or(octets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_which_length_overruns_and_by_how_much() {
        assert_eq!(Envelope::decode(&[1, 1, 1]).1, Some(EnvelopeFault::Short { have: 3 }));
        assert_eq!(Envelope::decode(&[1, 1, 1, 0, 8, 0xaa]).1, Some(EnvelopeFault::Correlation { need: 8, have: 1 }));
        assert_eq!(Envelope::decode(&[1, 1, 1, 0, 0, 3, b'a']).1, Some(EnvelopeFault::Method { need: 3, have: 1 }));
    }

    #[test]
    fn fields_survive_octets_that_trail_them() {
        let (envelope, fault) = Envelope::decode(&[2, 3, 1, 0, 0, 1, b'm', 9, 9]);
        assert_eq!(fault, Some(EnvelopeFault::Trailing { count: 2 }));
        assert_eq!(envelope.map(|envelope| (envelope.protocol, envelope.method)), Some((Protocol::A2A, &b"m"[..])));
    }

    #[test]
    fn a_method_that_is_cut_is_told_from_another_one() {
        let long = [b'a'; 300];
        let envelope = |method| Envelope { protocol: Protocol::MCP, message_kind: 1, content_type: 1, flags: 0, correlation: b"7", method };
        assert!(envelope(&long[..255]).is_cut_of(&long));
        assert!(!envelope(&long[..254]).is_cut_of(&long) && !envelope(&long[..255]).is_cut_of(&long[..255]));
    }

    #[test]
    fn error_is_kind_four_and_notify_kind_three() {
        assert_eq!(message_kind::of(FrameType::BRIDGE_ERROR), Some(4));
        assert_eq!(message_kind::of(FrameType::BRIDGE_NOTIFY), Some(3));
        assert_eq!(message_kind::of(FrameType::PING), None);
    }
}

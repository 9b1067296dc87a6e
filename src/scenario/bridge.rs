//! One carried message: envelope, label, stream control, foreign octets [bridge §3–§7], right until told otherwise.

use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;
use crate::spec::tlv::TlvType;

use super::frame::{FrameSpec, tlv};

/// The `final` flag of an envelope.
const FINAL: u8 = 0x01;
/// Content type of JSON.
const JSON: u8 = 0x01;

/// What stands in the envelope TLV.
#[derive(Clone, Debug)]
enum Envelope {
    OfFields,
    Octets(Vec<u8>),
    Absent,
}

/// A carried message to be sent on the Bridge channel.
#[derive(Clone, Debug)]
#[must_use]
pub struct BridgeSpec {
    channel: Channel,
    frame_type: FrameType,
    protocol: Protocol,
    kind: u8,
    content_type: u8,
    flags: u8,
    correlation: Vec<u8>,
    method: Vec<u8>,
    foreign: Vec<u8>,
    trailing: Vec<u8>,
    envelope: Envelope,
    label: Option<Vec<u8>>,
    label_first: bool,
    stream: Option<Vec<u8>>,
    tlvs: Vec<(u16, Vec<u8>)>,
    frame: Option<fn(FrameSpec) -> FrameSpec>,
}

impl BridgeSpec {
    /// A request.
    pub fn request(protocol: Protocol, method: &str, correlation: impl AsRef<[u8]>, foreign: impl AsRef<[u8]>) -> Self {
        Self::new(FrameType::BRIDGE_REQUEST, 1, protocol, correlation.as_ref(), foreign.as_ref()).method(method)
    }

    /// A success reply.
    pub fn response(protocol: Protocol, correlation: impl AsRef<[u8]>, foreign: impl AsRef<[u8]>) -> Self {
        Self::new(FrameType::BRIDGE_RESPONSE, 2, protocol, correlation.as_ref(), foreign.as_ref())
    }

    /// An error reply: a foreign error object, or whatever octets stand in its place.
    pub fn error(protocol: Protocol, correlation: impl AsRef<[u8]>, foreign: impl AsRef<[u8]>) -> Self {
        Self::new(FrameType::BRIDGE_ERROR, 4, protocol, correlation.as_ref(), foreign.as_ref())
    }

    /// An error reply with a transport error, in the layout of the reference.
    pub fn transport_error(protocol: Protocol, correlation: impl AsRef<[u8]>, code: u8, message: &str) -> Self {
        let mut slot = vec![code, octet(message.len())];
        slot.extend_from_slice(message.as_bytes());
        Self::error(protocol, correlation, slot)
    }

    /// A notification.
    pub fn notify(protocol: Protocol, method: &str, foreign: impl AsRef<[u8]>) -> Self {
        Self::new(FrameType::BRIDGE_NOTIFY, 3, protocol, &[], foreign.as_ref()).method(method)
    }

    /// A part of a streamed reply.
    pub fn stream_data(protocol: Protocol, correlation: impl AsRef<[u8]>, foreign: impl AsRef<[u8]>) -> Self {
        Self::new(FrameType::BRIDGE_STREAM_DATA, 5, protocol, correlation.as_ref(), foreign.as_ref())
    }

    /// The end of a streamed reply; `final` is set.
    pub fn stream_end(protocol: Protocol, correlation: impl AsRef<[u8]>, foreign: impl AsRef<[u8]>) -> Self {
        Self::new(FrameType::BRIDGE_STREAM_END, 6, protocol, correlation.as_ref(), foreign.as_ref()).flags(FINAL)
    }

    fn new(frame_type: FrameType, kind: u8, protocol: Protocol, correlation: &[u8], foreign: &[u8]) -> Self {
        Self {
            channel: Channel::BRIDGE,
            frame_type,
            protocol,
            kind,
            content_type: JSON,
            flags: 0,
            correlation: correlation.to_vec(),
            method: Vec::new(),
            foreign: foreign.to_vec(),
            trailing: Vec::new(),
            envelope: Envelope::OfFields,
            label: None,
            label_first: false,
            stream: None,
            tlvs: Vec::new(),
            frame: None,
        }
    }

    /// Another message kind.
    pub const fn kind(mut self, kind: u8) -> Self {
        self.kind = kind;
        self
    }

    /// Another content type; 1 is JSON, 2 CBOR, 3 gRPC.
    pub const fn content_type(mut self, content_type: u8) -> Self {
        self.content_type = content_type;
        self
    }

    /// Exactly these envelope flags; bit 0 is `final`.
    pub const fn flags(mut self, flags: u8) -> Self {
        self.flags = flags;
        self
    }

    /// A SafetyLabel with an effect and a scope.
    pub fn label(self, effect: Effect, scope: &str) -> Self {
        let mut value = vec![effect.code(), octet(scope.len())];
        value.extend_from_slice(scope.as_bytes());
        self.label_octets(&value)
    }

    /// A SafetyLabel of exactly these octets.
    pub fn label_octets(mut self, value: &[u8]) -> Self {
        self.label = Some(value.to_vec());
        self
    }

    /// The SafetyLabel stands before the envelope.
    pub const fn label_first(mut self) -> Self {
        self.label_first = true;
        self
    }

    /// A StreamControl of version 1.
    pub fn stream(self, control: u8, flags: u8, event_id: u64) -> Self {
        let mut value = vec![1, control, flags];
        value.extend_from_slice(&event_id.to_be_bytes());
        self.stream_octets(&value)
    }

    /// A StreamControl of exactly these octets.
    pub fn stream_octets(mut self, value: &[u8]) -> Self {
        self.stream = Some(value.to_vec());
        self
    }

    /// A further TLV behind the known ones.
    pub fn tlv(mut self, kind: u16, value: &[u8]) -> Self {
        self.tlvs.push((kind, value.to_vec()));
        self
    }

    /// An envelope of exactly these octets.
    pub fn envelope_octets(mut self, value: &[u8]) -> Self {
        self.envelope = Envelope::Octets(value.to_vec());
        self
    }

    /// No envelope at all.
    pub fn no_envelope(mut self) -> Self {
        self.envelope = Envelope::Absent;
        self
    }

    /// Octets inside the envelope, behind the method.
    pub fn trailing(mut self, octets: &[u8]) -> Self {
        self.trailing = octets.to_vec();
        self
    }

    /// Another protocol identifier.
    pub const fn protocol(mut self, protocol: u8) -> Self {
        self.protocol = Protocol(protocol);
        self
    }

    /// Another correlation; beyond 255 octets it is cut.
    pub fn correlation(mut self, correlation: impl AsRef<[u8]>) -> Self {
        self.correlation = correlation.as_ref().to_vec();
        self
    }

    /// Another method; beyond 255 octets it is cut.
    pub fn method(self, method: &str) -> Self {
        self.method_octets(method.as_bytes())
    }

    /// A method of exactly these octets.
    pub fn method_octets(mut self, method: &[u8]) -> Self {
        self.method = method.to_vec();
        self
    }

    /// Another foreign message.
    pub fn foreign(mut self, foreign: impl AsRef<[u8]>) -> Self {
        self.foreign = foreign.as_ref().to_vec();
        self
    }

    /// Sends it on another channel.
    pub const fn on(mut self, channel: Channel) -> Self {
        self.channel = channel;
        self
    }

    /// Another frame type; the message kind stays.
    pub const fn as_type(mut self, frame_type: FrameType) -> Self {
        self.frame_type = frame_type;
        self
    }

    /// Changes the frame that carries it.
    pub fn frame(mut self, change: fn(FrameSpec) -> FrameSpec) -> Self {
        self.frame = Some(change);
        self
    }

    /// The frame.
    pub(super) fn build(self) -> FrameSpec {
        let spec = FrameSpec::new(self.channel, self.frame_type).payload(&self.octets());
        match self.frame {
            Some(change) => change(spec),
            None => spec,
        }
    }

    /// The payload.
    fn octets(&self) -> Vec<u8> {
        let label = |out: &mut Vec<u8>| {
            if let Some(value) = &self.label {
                out.extend_from_slice(&tlv(TlvType::SAFETY_LABEL.0, value));
            }
        };
        let mut out = Vec::new();
        if self.label_first {
            label(&mut out);
        }
        match &self.envelope {
            Envelope::OfFields => out.extend_from_slice(&tlv(TlvType::BRIDGE_ENVELOPE.0, &self.envelope_value())),
            Envelope::Octets(value) => out.extend_from_slice(&tlv(TlvType::BRIDGE_ENVELOPE.0, value)),
            Envelope::Absent => {}
        }
        if let Some(value) = &self.stream {
            out.extend_from_slice(&tlv(TlvType::STREAM_CONTROL.0, value));
        }
        if !self.label_first {
            label(&mut out);
        }
        for (kind, value) in &self.tlvs {
            out.extend_from_slice(&tlv(*kind, value));
        }
        out.extend_from_slice(&self.foreign);
        out
    }

    fn envelope_value(&self) -> Vec<u8> {
        let mut out = vec![self.protocol.0, self.kind, self.content_type, self.flags];
        for field in [&self.correlation, &self.method] {
            out.push(octet(field.len()));
            out.extend_from_slice(&field[..field.len().min(255)]);
        }
        out.extend_from_slice(&self.trailing);
        out
    }
}

/// A length in one octet.
fn octet(len: usize) -> u8 {
    u8::try_from(len).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::hex;

    #[test]
    fn a_request_has_the_layout_of_the_draft() {
        let spec = BridgeSpec::request(Protocol::MCP, "ping", "7", "{}").label(Effect::Destructive, "db");
        assert_eq!(hex(&spec.octets()), "0010000b 01010100 0137 0470696e67 0013000403026462 7b7d".replace(' ', ""));
    }

    #[test]
    fn a_stream_end_is_final_and_carries_its_control_before_the_label() {
        let spec = BridgeSpec::stream_end(Protocol::A2A, "1", "").stream(0, 0, 4).label(Effect::ReadOnly, "");
        assert_eq!(hex(&spec.octets()), "0010000702060101013100 0011000b0100000000000000000004 001300020000".replace(' ', ""));
    }
}

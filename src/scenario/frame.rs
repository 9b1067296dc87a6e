//! One frame to be sent: right in every respect, until told otherwise.

use crate::npamp::header::{COVERED_LEN, HEADER_LEN, Header, MAGIC, VERSION, crc_of, flag};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::suite::Suite;

use crate::crypto::aead::TAG_LEN;

/// How a frame is sealed: rightly, or wrong in one respect [core §7].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sealing {
    /// As its header says.
    #[default]
    Right,
    /// Under the key of another channel.
    Channel(Channel),
    /// Under the key of the other direction.
    OtherDirection,
    /// Under the key of a suite.
    Suite(Suite),
    /// All 36 header octets are authenticated.
    AadWholeHeader,
    /// The authenticated payload length does not count the tag.
    AadWithoutTag,
    /// The channel is mixed into nonce octets 2 and 3.
    NonceWithChannel,
    /// The sequence number enters the nonce in little-endian order.
    NonceLittleEndian,
    /// The traffic secret is expanded with the label prefix of TLS 1.3.
    Tls13Labels,
    /// Under the handshake key of the sender, as an `ERROR` of the handshake is.
    Handshake,
    /// Under a key that nobody logged.
    Unknown,
}

/// Which key scope seals a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ScopeChoice {
    /// The current one of channel and direction.
    #[default]
    Current,
    /// The one before the last key update or ratchet step.
    Previous,
    /// This epoch of the current ratchet generation.
    Epoch(u32),
}

/// A frame to be sent.
#[derive(Clone, Debug)]
#[must_use]
pub struct FrameSpec {
    pub(super) channel: Channel,
    pub(super) frame_type: FrameType,
    pub(super) payload: Vec<u8>,
    pub(super) seq: Option<u64>,
    pub(super) clear: bool,
    pub(super) sealing: Sealing,
    pub(super) scope: ScopeChoice,
    flags: Option<u8>,
    bad_crc: bool,
    reserved: [u8; 11],
    magic: [u8; 4],
    version: u8,
    length: Option<u32>,
    tamper: Option<fn(&mut Vec<u8>)>,
    header_tamper: Option<fn(&mut Vec<u8>)>,
}

impl FrameSpec {
    /// A frame without payload. The two HELLOs are clear, every other frame is sealed.
    pub const fn new(channel: Channel, frame_type: FrameType) -> Self {
        let hello = frame_type.is_handshake(channel) && frame_type.0 <= FrameType::SERVER_HELLO.0;
        Self {
            channel,
            frame_type,
            payload: Vec::new(),
            seq: None,
            clear: hello,
            sealing: Sealing::Right,
            scope: ScopeChoice::Current,
            flags: None,
            bad_crc: false,
            reserved: [0; 11],
            magic: MAGIC,
            version: VERSION,
            length: None,
            tamper: None,
            header_tamper: None,
        }
    }

    /// An `ERROR` of generation 3 with a code and no context.
    pub fn error(code: u8) -> Self {
        let number: &[u8] = if code < 24 { &[code] } else { &[0x18, code] };
        Self::new(Channel::CONTROL, FrameType::ERROR).payload(&[&[0xA2, 0x01], number, &[0x02, 0x40]].concat())
    }

    /// The payload, before it is sealed.
    pub fn payload(mut self, octets: &[u8]) -> Self {
        self.payload = octets.to_vec();
        self
    }

    /// A payload of TLVs.
    pub fn tlvs(mut self, tlvs: &[(u16, &[u8])]) -> Self {
        self.payload = tlvs.iter().flat_map(|(kind, value)| tlv(*kind, value)).collect();
        self
    }

    /// Sends it on another channel.
    pub const fn channel(mut self, channel: Channel) -> Self {
        self.channel = channel;
        self
    }

    /// Gives it another type.
    pub const fn frame_type(mut self, frame_type: FrameType) -> Self {
        self.frame_type = frame_type;
        self
    }

    /// This sequence number instead of the next one. A higher one than that moves the sender's count with it.
    pub const fn seq(mut self, seq: u64) -> Self {
        self.seq = Some(seq);
        self
    }

    /// Exactly these header flags, whether they tell the truth or not.
    pub const fn flags(mut self, flags: u8) -> Self {
        self.flags = Some(flags);
        self
    }

    /// The payload is not sealed, and the ENC flag says so.
    pub const fn clear(mut self) -> Self {
        self.clear = true;
        self
    }

    /// The payload is sealed although a frame of this kind is clear.
    pub const fn sealed(mut self) -> Self {
        self.clear = false;
        self
    }

    /// The CRC of the header is wrong.
    pub const fn bad_crc(mut self) -> Self {
        self.bad_crc = true;
        self
    }

    /// Sets one of the eleven reserved octets; `index` counts from 0.
    pub const fn reserved(mut self, index: usize, value: u8) -> Self {
        self.reserved[index % 11] = value;
        self
    }

    /// Another magic, under a right CRC.
    pub const fn magic(mut self, magic: [u8; 4]) -> Self {
        self.magic = magic;
        self
    }

    /// Another version nibble, under a right CRC.
    pub const fn version(mut self, version: u8) -> Self {
        self.version = version;
        self
    }

    /// The payload length that the header declares, whatever follows.
    pub const fn length(mut self, declared: u32) -> Self {
        self.length = Some(declared);
        self
    }

    /// Changes the payload after sealing, the tag included.
    pub fn tamper(mut self, change: fn(&mut Vec<u8>)) -> Self {
        self.tamper = Some(change);
        self
    }

    /// Changes the 36 header octets after sealing; the CRC is made right again.
    pub fn header_tamper(mut self, change: fn(&mut Vec<u8>)) -> Self {
        self.header_tamper = Some(change);
        self
    }

    /// Seals under this epoch of the current ratchet generation.
    pub const fn epoch(mut self, epoch: u32) -> Self {
        self.scope = ScopeChoice::Epoch(epoch);
        self
    }

    /// Seals under the key before the last key update or ratchet step, and numbers on as if it had not been.
    pub const fn old_key(mut self) -> Self {
        self.scope = ScopeChoice::Previous;
        self
    }

    /// Seals wrongly in one respect.
    pub const fn sealed_as(mut self, sealing: Sealing) -> Self {
        self.sealing = sealing;
        self
    }

    /// The octets on the wire. `seal` turns header and plaintext into ciphertext with tag.
    pub(super) fn assemble(self, seq: u64, seal: impl FnOnce(&[u8], Vec<u8>) -> Vec<u8>) -> Vec<u8> {
        let header = self.header(seq).encode();
        let mut body = if self.clear { self.payload } else { seal(&header, self.payload) };
        if let Some(change) = self.tamper {
            change(&mut body);
        }
        let mut wire = header.to_vec();
        if let Some(change) = self.header_tamper {
            change(&mut wire);
            renew_crc(&mut wire);
        }
        if self.bad_crc
            && let Some(octet) = wire.get_mut(COVERED_LEN)
        {
            *octet ^= 0xFF;
        }
        wire.append(&mut body);
        wire
    }

    fn header(&self, seq: u64) -> Header {
        let carried = self.payload.len() + if self.clear { 0 } else { TAG_LEN };
        let carried = u32::try_from(carried).unwrap_or(u32::MAX);
        let flags = self.flags.unwrap_or(if self.clear { 0 } else { flag::ENC });
        let mut header = Header::new(flags, self.channel, self.frame_type, seq, self.length.unwrap_or(carried));
        header.magic = self.magic;
        header.version = self.version;
        header.reserved = self.reserved;
        header.crc = header.computed_crc();
        header
    }
}

/// A TLV: type, length, value [core §9]. A value beyond 65 535 octets is cut.
pub(super) fn tlv(kind: u16, value: &[u8]) -> Vec<u8> {
    let length = u16::try_from(value.len()).unwrap_or(u16::MAX);
    let mut out = Vec::with_capacity(4 + value.len());
    out.extend_from_slice(&kind.to_be_bytes());
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(&value[..usize::from(length)]);
    out
}

fn renew_crc(wire: &mut [u8]) {
    let crc = crc_of(wire).to_be_bytes();
    if let Some(stored) = wire.get_mut(COVERED_LEN..COVERED_LEN + 4) {
        stored.copy_from_slice(&crc);
    }
    debug_assert!(wire.len() == HEADER_LEN, "a header keeps its length");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::hex;

    #[test]
    fn a_clear_frame_has_the_octets_of_the_published_ping() {
        let ping = FrameSpec::new(Channel::CONTROL, FrameType::PING).clear().assemble(0, |_, plain| plain);
        assert_eq!(hex(&ping), "4e50414d20000100000000000000000000000000000d880c250000000000000000000000");
    }

    #[test]
    fn a_changed_header_gets_a_right_crc_unless_a_wrong_one_is_asked_for() {
        let spec = FrameSpec::new(Channel::BRIDGE, FrameType::PING).clear().header_tamper(|octets| octets[8] = 0x0E);
        let right = spec.clone().assemble(7, |_, plain| plain);
        assert_eq!(Header::decode(&right).unwrap().crc, crc_of(&right));
        let wrong = spec.bad_crc().assemble(7, |_, plain| plain);
        assert_ne!(Header::decode(&wrong).unwrap().crc, crc_of(&wrong));
    }
}

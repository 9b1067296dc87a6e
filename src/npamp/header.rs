//! The 36 octets in front of every payload [core §4.2]: CRC first, then everything else.

use crate::base::reader::{Reader, Truncated};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

/// Octets of a header.
pub const HEADER_LEN: usize = 36;
/// Octets of the header that the CRC and the AEAD cover.
pub const COVERED_LEN: usize = 21;
/// First four octets of a frame.
pub const MAGIC: [u8; 4] = *b"NPAM";
/// The layout version in the high nibble of octet 4.
pub const VERSION: u8 = 2;

/// Flags in the low nibble of octet 4.
pub mod flag {
    /// Urgent (generation 2), reserved (generation 3).
    pub const URG: u8 = 0x01;
    /// The payload is sealed.
    pub const ENC: u8 = 0x02;
    /// The payload is compressed, by an algorithm nobody defined.
    pub const COMP: u8 = 0x04;
    /// Fragment (generation 2), reserved (generation 3).
    pub const FRAG: u8 = 0x08;
}

/// A decoded header. Every field is as captured, right or wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Octets 0–3.
    pub magic: [u8; 4],
    /// High nibble of octet 4.
    pub version: u8,
    /// Low nibble of octet 4.
    pub flags: u8,
    /// Octets 5–6.
    pub frame_type: FrameType,
    /// Octets 7–8.
    pub channel: Channel,
    /// Octets 9–16.
    pub seq: u64,
    /// Octets 17–20: octets behind the header, the tag included.
    pub payload_len: u32,
    /// Octets 21–24.
    pub crc: u32,
    /// Octets 25–35.
    pub reserved: [u8; 11],
}

impl Header {
    /// Reads the 36 octets at the front of `octets`, without judging them.
    pub fn decode(octets: &[u8]) -> Result<Self, Truncated> {
        let mut reader = Reader::new(octets);
        if octets.len() < HEADER_LEN {
            return Err(Truncated { need: HEADER_LEN, have: octets.len(), at: 0 });
        }
        let magic = reader.array()?;
        let nibbles = reader.u8()?;
        Ok(Self {
            magic,
            version: nibbles >> 4,
            flags: nibbles & 0x0F,
            frame_type: FrameType(reader.u16()?),
            channel: Channel(reader.u16()?),
            seq: reader.u64()?,
            payload_len: reader.u32()?,
            crc: reader.u32()?,
            reserved: reader.array()?,
        })
    }

    /// A header with a right CRC and zero reserved octets.
    pub fn new(flags: u8, channel: Channel, frame_type: FrameType, seq: u64, payload_len: u32) -> Self {
        let mut header =
            Self { magic: MAGIC, version: VERSION, flags: flags & 0x0F, frame_type, channel, seq, payload_len, crc: 0, reserved: [0; 11] };
        header.crc = header.computed_crc();
        header
    }

    /// The 36 octets, as the fields say.
    pub fn encode(&self) -> [u8; HEADER_LEN] {
        let mut out = Vec::with_capacity(HEADER_LEN);
        out.extend_from_slice(&self.magic);
        out.push(self.version << 4 | self.flags & 0x0F);
        out.extend_from_slice(&self.frame_type.0.to_be_bytes());
        out.extend_from_slice(&self.channel.0.to_be_bytes());
        out.extend_from_slice(&self.seq.to_be_bytes());
        out.extend_from_slice(&self.payload_len.to_be_bytes());
        out.extend_from_slice(&self.crc.to_be_bytes());
        out.extend_from_slice(&self.reserved);
        let mut octets = [0; HEADER_LEN];
        octets.copy_from_slice(&out);
        octets
    }

    /// CRC32C over octets 0–20 as the fields say.
    pub fn computed_crc(&self) -> u32 {
        crc_of(&self.encode())
    }

    /// Whether a flag is set.
    pub const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Header and payload together.
    pub const fn frame_len(&self) -> u64 {
        (self.payload_len as u64).saturating_add(HEADER_LEN as u64)
    }
}

/// CRC32C over the covered octets of a header; `octets` shorter than that are covered whole.
pub fn crc_of(octets: &[u8]) -> u32 {
    crc32c::crc32c(octets.get(..COVERED_LEN).unwrap_or(octets))
}

/// Whether `octets` begin with magic and a CRC that verifies: what resynchronisation looks for.
pub fn verifies(octets: &[u8]) -> bool {
    octets.starts_with(&MAGIC)
        && octets.get(COVERED_LEN..COVERED_LEN + 4).is_some_and(|stored| stored == crc_of(octets).to_be_bytes())
        && octets.len() >= HEADER_LEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::unhex;

    #[test]
    fn decodes_the_published_ping() {
        let octets = unhex("4e50414d20000100000000000000000000000000000d880c250000000000000000000000").unwrap();
        let header = Header::decode(&octets).unwrap();
        assert_eq!((header.frame_type, header.channel, header.seq), (FrameType::PING, Channel::CONTROL, 0));
        assert_eq!(header.crc, header.computed_crc());
        assert_eq!(header.encode().to_vec(), octets);
        assert!(verifies(&octets));
    }
}

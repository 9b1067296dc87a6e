//! A TCP segment as it was captured.

use bytes::Bytes;

use super::link::Skip;
use super::octets::{array_at, u16_at};

/// Octets of the header that are needed: ports, numbers, header length and flags.
const NEEDED: usize = 14;

/// The flags of a segment that matter here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags(u8);

impl Flags {
    /// Nothing more comes from this side.
    pub(super) const fn fin(self) -> bool {
        self.0 & 0x01 != 0
    }

    /// The first segment of a side.
    pub(super) const fn syn(self) -> bool {
        self.0 & 0x02 != 0
    }

    /// The connection is aborted.
    pub(super) const fn rst(self) -> bool {
        self.0 & 0x04 != 0
    }

    /// The acknowledgement number counts.
    pub(super) const fn ack(self) -> bool {
        self.0 & 0x10 != 0
    }
}

/// The fixed part of a TCP header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TcpHeader {
    /// Source port.
    pub(super) source: u16,
    /// Destination port.
    pub(super) destination: u16,
    /// Sequence number of the first octet, or of SYN.
    pub(super) seq: u32,
    /// The next sequence number that the sender expects.
    pub(super) ack: u32,
    /// Length of the header with its options.
    pub(super) len: usize,
    /// Flags.
    pub(super) flags: Flags,
}

impl TcpHeader {
    /// Decodes the header at the front of a transport payload of which `wire_len` octets were on the wire.
    pub(super) fn decode(octets: &[u8], wire_len: usize) -> Result<Self, Skip> {
        let numbers: [u8; NEEDED] = array_at(octets, 0).ok_or(Skip::Undecodable)?;
        let [_, _, _, _, s0, s1, s2, s3, a0, a1, a2, a3, offset, flags] = numbers;
        let len = usize::from(offset >> 4).saturating_mul(4);
        if len < 20 || len > wire_len {
            return Err(Skip::Undecodable);
        }
        Ok(Self {
            source: u16_at(octets, 0).unwrap_or_default(),
            destination: u16_at(octets, 2).unwrap_or_default(),
            seq: u32::from_be_bytes([s0, s1, s2, s3]),
            ack: u32::from_be_bytes([a0, a1, a2, a3]),
            len,
            flags: Flags(flags),
        })
    }
}

/// The payload of a segment. Its octets share the packet's buffer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Payload {
    /// The captured octets.
    pub(super) bytes: Bytes,
    /// Octets behind them that the capture cut off.
    pub(super) cut: u64,
    /// Where `bytes` lie in the capture, or `u64::MAX`.
    pub(super) file_offset: u64,
}

impl Payload {
    /// Octets on the wire.
    pub(super) fn wire_len(&self) -> u64 {
        self.cut.saturating_add(self.bytes.len() as u64)
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    #[test]
    fn a_header_cut_inside_its_options_still_counts() {
        let mut header = [0_u8; 20];
        header[12] = 0x80;
        header[13] = 0x12;
        let decoded = TcpHeader::decode(&header, 32).unwrap();
        assert_eq!((decoded.len, decoded.flags.syn(), decoded.flags.ack(), decoded.flags.fin()), (32, true, true, false));
        assert_eq!(TcpHeader::decode(&header, 31), Err(Skip::Undecodable));
        header[12] = 0x40;
        assert_eq!(TcpHeader::decode(&header, 20), Err(Skip::Undecodable));
        assert_eq!(TcpHeader::decode(&header[..13], 20), Err(Skip::Undecodable));
    }
}

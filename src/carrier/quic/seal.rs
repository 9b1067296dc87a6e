//! Opening a packet once more, when octets are read back from the capture.

use super::keys::PacketSecret;
use super::number;
use super::open::{Sealed, open, unmask};
use super::packet::{Header, read};

/// The secrets of one direction and key phase. Never printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PacketSeal {
    /// The secret whose header key masks the packets: that of the first key phase.
    pub first: PacketSecret,
    /// The secret that seals their payloads.
    pub secret: PacketSecret,
    /// Octets of the connection id in their short headers.
    pub id_len: u8,
}

impl PacketSeal {
    /// The opened payload of packet `number`, whose octets as captured are `packet`.
    pub fn reopen(&self, number: u64, packet: &[u8]) -> Option<Vec<u8>> {
        let number_at = match read(packet)? {
            Header::Long(long) => long.number_at,
            Header::Short => usize::from(self.id_len).saturating_add(1),
            _ => return None,
        };
        let unmasked = unmask(&self.first.header_key()?, packet, number_at)?;
        let near = number::decode(number, unmasked.truncated, unmasked.number_len());
        (near == number).then_some(())?;
        let sealed = Sealed { number, number_at: u16::try_from(number_at).ok()?, first: unmasked.first };
        Some(open(&self.secret.packet_key()?, packet, sealed)?.to_vec())
    }
}

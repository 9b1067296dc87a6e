//! Many packets in one input: a link, a length, the octets.

use bytes::Bytes;
use npscope::base::id::PacketId;
use npscope::base::input::{LinkType, Packet};
use npscope::base::time::Timestamp;

/// Links by the octet that names them.
const LINKS: [LinkType; 8] = [
    LinkType::ETHERNET,
    LinkType::RAW,
    LinkType::LINUX_SLL,
    LinkType::LINUX_SLL2,
    LinkType::NULL,
    LinkType::LOOP,
    LinkType::IPV6,
    LinkType(9999),
];

/// The packets of an input. The high bits of the link octet say how much the capture cut off.
pub fn packets(mut octets: &[u8]) -> impl Iterator<Item = Packet> {
    let mut number = 0_u32;
    std::iter::from_fn(move || {
        let (&[link, high, low], rest) = octets.split_first_chunk::<3>()?;
        let length = usize::from(u16::from_be_bytes([high, low])).min(rest.len());
        let (packet, rest) = rest.split_at(length);
        octets = rest;
        let id = PacketId(number);
        number += 1;
        Some(Packet {
            id,
            time: Timestamp(i64::from(number) * 1_000_000),
            link: LINKS[usize::from(link & 7)],
            original_len: u32::try_from(length).unwrap_or(u32::MAX) + u32::from(link >> 3),
            file_offset: 0,
            bytes: Bytes::copy_from_slice(packet),
        })
    })
}

/// The inverse, for Ethernet.
#[cfg(test)]
pub fn frame(packets: &[Packet]) -> Vec<u8> {
    let mut out = Vec::new();
    for packet in packets {
        out.push(0);
        out.extend_from_slice(&u16::try_from(packet.bytes.len()).unwrap_or(u16::MAX).to_be_bytes());
        out.extend_from_slice(&packet.bytes[..packet.bytes.len().min(usize::from(u16::MAX))]);
    }
    out
}

//! IP headers: addresses, the transport payload, and whether it is a fragment.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::link::Skip;
use super::octets::{array_at, u8_at, u16_at, u32_at};
use super::unread::Unread;

/// Protocol number of IPv4 in IP.
pub(super) const IPV4: u8 = 4;
/// Protocol number of TCP.
pub(super) const TCP: u8 = 6;
/// Protocol number of UDP.
pub(super) const UDP: u8 = 17;
/// Protocol number of IPv6 in IP.
pub(super) const IPV6: u8 = 41;
/// Protocol number of GRE.
pub(super) const GRE: u8 = 47;
/// Protocol number of MPLS in IP.
pub(super) const MPLS: u8 = 137;
/// Extension headers in one datagram: beyond it the packet is not worth following.
const MOST_EXTENSIONS: usize = 16;

/// Source and destination, in a form that compares and hashes fast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Ends {
    /// Source address; an IPv4 address stands in the low 32 bits.
    pub(super) source: u128,
    /// Destination address.
    pub(super) destination: u128,
    /// Whether the addresses are IPv6.
    pub(super) v6: bool,
}

impl Ends {
    /// Source and destination as addresses.
    pub(super) fn addresses(&self) -> (IpAddr, IpAddr) {
        (address(self.source, self.v6), address(self.destination, self.v6))
    }
}

/// An address from its number.
pub(super) fn address(number: u128, v6: bool) -> IpAddr {
    if v6 {
        return Ipv6Addr::from_bits(number).into();
    }
    let [.., a, b, c, d] = number.to_be_bytes();
    Ipv4Addr::new(a, b, c, d).into()
}

/// Which part of which datagram a fragment is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fragment {
    /// Identification.
    pub(super) id: u32,
    /// Octets of the datagram payload before it.
    pub(super) offset: usize,
    /// Whether others follow.
    pub(super) more: bool,
    /// The protocol number its IP header names: for IPv6 that of the whole fragmentable part.
    pub(super) protocol: u8,
}

/// A datagram, or a fragment of one, that carries or may carry TCP, UDP or a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Datagram {
    /// Source and destination.
    pub(super) ends: Ends,
    /// What it carries; of a fragment what its IP header names.
    pub(super) protocol: u8,
    /// Where the payload begins in the packet.
    pub(super) start: usize,
    /// Where the captured payload ends in the packet.
    pub(super) end: usize,
    /// Octets of the payload on the wire; more than `end - start` when the capture cut it.
    pub(super) wire_len: usize,
    /// Set for a fragment.
    pub(super) fragment: Option<Fragment>,
}

/// Decodes the IP header at `at`. `original_len` is the packet's length on the wire, for datagrams that name no length.
pub(super) fn decode(packet: &[u8], at: usize, original_len: usize) -> Result<Datagram, Skip> {
    match u8_at(packet, at).ok_or(Skip::Undecodable)? >> 4 {
        4 => decode_v4(packet, at, original_len),
        6 => decode_v6(packet, at, original_len),
        _ => Err(Skip::Undecodable),
    }
}

fn decode_v4(packet: &[u8], at: usize, original_len: usize) -> Result<Datagram, Skip> {
    let header: [u8; 20] = array_at(packet, at).ok_or(Skip::Undecodable)?;
    let [first, _, len_high, len_low, id_high, id_low, frag_high, frag_low, _, protocol, ..] = header;
    let header_len = usize::from(first & 0x0f).saturating_mul(4);
    let named_len = usize::from(u16::from_be_bytes([len_high, len_low]));
    let total_len = if named_len == 0 { original_len.max(packet.len()).saturating_sub(at) } else { named_len };
    if header_len < 20 || total_len < header_len {
        return Err(Skip::Undecodable);
    }
    let address = |at| u32_at(&header, at).unwrap_or_default().into();
    let ends = Ends { source: address(12), destination: address(16), v6: false };
    let parts = u16::from_be_bytes([frag_high, frag_low]);
    let fragment = (parts & 0x3fff != 0).then(|| Fragment {
        id: u32::from(u16::from_be_bytes([id_high, id_low])),
        offset: usize::from(parts & 0x1fff).saturating_mul(8),
        more: parts & 0x2000 != 0,
        protocol,
    });
    let start = at.saturating_add(header_len);
    let found = match fragment {
        Some(_) if is_followed(protocol) => Headers { at: start, protocol, fragment },
        Some(_) => return Err(other(protocol)),
        None => walk_extensions(packet, start, protocol)?,
    };
    let rest = total_len.saturating_sub(header_len).checked_sub(found.at.saturating_sub(start)).ok_or(Skip::Undecodable)?;
    datagram(packet, ends, found, rest)
}

fn decode_v6(packet: &[u8], at: usize, original_len: usize) -> Result<Datagram, Skip> {
    let next = u8_at(packet, at.saturating_add(6)).ok_or(Skip::Undecodable)?;
    let named_len = usize::from(u16_at(packet, at.saturating_add(4)).ok_or(Skip::Undecodable)?);
    let source = array_at(packet, at.saturating_add(8)).map(u128::from_be_bytes).ok_or(Skip::Undecodable)?;
    let destination = array_at(packet, at.saturating_add(24)).map(u128::from_be_bytes).ok_or(Skip::Undecodable)?;
    let start = at.saturating_add(40);
    let payload_len = if named_len == 0 { original_len.max(packet.len()).saturating_sub(start) } else { named_len };
    let ends = Ends { source, destination, v6: true };
    let found = walk_extensions(packet, start, next)?;
    let rest = payload_len.checked_sub(found.at.saturating_sub(start)).ok_or(Skip::Undecodable)?;
    datagram(packet, ends, found, rest)
}

/// Whether what a protocol number names is followed here, be it behind further headers.
const fn is_followed(protocol: u8) -> bool {
    matches!(protocol, TCP | UDP | IPV4 | IPV6 | GRE | MPLS | 43 | 51 | 60 | 135)
}

/// Why what a protocol number names is not followed.
const fn other(protocol: u8) -> Skip {
    match protocol {
        50 => Skip::Unread(Unread::Layer("IPsec ESP")),
        108 => Skip::Unread(Unread::Layer("compressed IP")),
        115 => Skip::Unread(Unread::Layer("L2TP")),
        143 => Skip::Unread(Unread::Layer("Ethernet in IP")),
        _ => Skip::OtherTransport,
    }
}

/// Where the headers of a datagram end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Headers {
    /// Offset of the transport header, or of what a fragment carries.
    pub(super) at: usize,
    /// What stands there.
    pub(super) protocol: u8,
    /// Set when a fragment header ended the walk.
    pub(super) fragment: Option<Fragment>,
}

/// Walks extension headers from `at` to TCP, to UDP, to a packet inside, or to a fragment that may hold them. IPv4 has the one of
/// authentication alone.
pub(super) fn walk_extensions(octets: &[u8], mut at: usize, mut next: u8) -> Result<Headers, Skip> {
    for _ in 0..MOST_EXTENSIONS {
        let len = match next {
            TCP | UDP | IPV4 | IPV6 | GRE | MPLS => return Ok(Headers { at, protocol: next, fragment: None }),
            44 => match fragment_header(octets, at)? {
                Some(fragment) => {
                    return Ok(Headers { at: at.saturating_add(8), protocol: fragment.protocol, fragment: Some(fragment) });
                }
                None => 8,
            },
            0 | 43 | 60 | 135 => extension_len(octets, at)?.saturating_add(1).saturating_mul(8),
            51 => extension_len(octets, at)?.saturating_add(2).saturating_mul(4),
            _ => return Err(other(next)),
        };
        next = u8_at(octets, at).ok_or(Skip::Undecodable)?;
        at = at.saturating_add(len);
    }
    Err(Skip::Undecodable)
}

fn extension_len(octets: &[u8], at: usize) -> Result<usize, Skip> {
    u8_at(octets, at.saturating_add(1)).map(usize::from).ok_or(Skip::Undecodable)
}

/// The fragment header at `at`; `None` when the datagram is whole all the same.
fn fragment_header(octets: &[u8], at: usize) -> Result<Option<Fragment>, Skip> {
    let protocol = u8_at(octets, at).ok_or(Skip::Undecodable)?;
    let parts = u16_at(octets, at.saturating_add(2)).ok_or(Skip::Undecodable)?;
    let id = u32_at(octets, at.saturating_add(4)).ok_or(Skip::Undecodable)?;
    if parts & 0xfff9 == 0 {
        return Ok(None);
    }
    if !is_followed(protocol) {
        return Err(other(protocol));
    }
    Ok(Some(Fragment { id, offset: usize::from(parts & 0xfff8), more: parts & 1 != 0, protocol }))
}

fn datagram(packet: &[u8], ends: Ends, found: Headers, wire_len: usize) -> Result<Datagram, Skip> {
    let Headers { at: start, protocol, fragment } = found;
    if start > packet.len() {
        return Err(Skip::Undecodable);
    }
    let end = start.saturating_add(wire_len).min(packet.len());
    Ok(Datagram { ends, protocol, start, end, wire_len, fragment })
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;
    use etherparse::PacketBuilder;

    fn v4(payload: &[u8]) -> Vec<u8> {
        let mut packet = Vec::new();
        PacketBuilder::ipv4([10, 0, 0, 1], [10, 0, 0, 2], 64).tcp(1, 2, 3, 4).write(&mut packet, payload).unwrap();
        packet
    }

    #[test]
    fn reads_addresses_and_leaves_padding_out() {
        let mut packet = v4(b"hello");
        packet.extend([0; 6]);
        let datagram = decode(&packet, 0, packet.len()).unwrap();
        assert_eq!(datagram.ends.addresses(), ([10, 0, 0, 1].into(), [10, 0, 0, 2].into()));
        assert_eq!((datagram.start, datagram.end, datagram.wire_len), (20, 45, 25));
    }

    #[test]
    fn a_datagram_without_length_reaches_to_the_end_of_the_packet() {
        let mut packet = v4(b"hello");
        packet[2..4].copy_from_slice(&[0, 0]);
        assert_eq!(decode(&packet, 0, 45).unwrap().wire_len, 25);
        assert_eq!(decode(&packet, 0, 60).unwrap().wire_len, 40);
    }

    #[test]
    fn walks_ipv6_extension_headers() {
        let mut packet = vec![0x60, 0, 0, 0, 0, 8 + 8 + 8 + 12 + 20, 0, 64];
        packet.extend([0x20; 32]);
        packet.extend([43, 0, 1, 4, 0, 0, 0, 0]);
        packet.extend([44, 0, 0, 0, 0, 0, 0, 0]);
        packet.extend([51, 0, 0, 0, 0, 0, 0, 9]);
        packet.extend([6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        packet.extend([0; 20]);
        let datagram = decode(&packet, 0, packet.len()).unwrap();
        assert_eq!((datagram.start, datagram.wire_len, datagram.fragment), (76, 20, None));
        packet[64] = 17;
        assert_eq!(decode(&packet, 0, packet.len()).map(|datagram| datagram.protocol), Ok(UDP));
        packet[6] = 1;
        assert_eq!(decode(&packet, 0, packet.len()), Err(Skip::OtherTransport));
    }

    #[test]
    fn headers_that_contradict_themselves_are_undecodable() {
        let mut packet = v4(b"");
        packet[0] = 0x44;
        assert_eq!(decode(&packet, 0, 40), Err(Skip::Undecodable));
        packet[0] = 0x4f;
        packet[3] = 30;
        assert_eq!(decode(&packet, 0, 40), Err(Skip::Undecodable));
        assert_eq!(decode(&[0x45; 12], 0, 12), Err(Skip::Undecodable));
        assert_eq!(decode(&[], 0, 0), Err(Skip::Undecodable));
    }
}

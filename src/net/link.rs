//! Link-layer headers: where the IP datagram of a packet begins.

use crate::base::input::LinkType;

use super::octets::{u16_at, u32_at};

/// Tags in front of one datagram: beyond it the packet is not worth following.
const MOST_TAGS: usize = 8;

/// Why a packet has no datagram that can be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    /// The link type is not known here.
    UnknownLink,
    /// It carries something else than IP.
    NotIp,
    /// It is IP, but neither TCP nor UDP.
    OtherTransport,
    /// A header ends early or contradicts itself.
    Undecodable,
}

/// Offset of the IP header. What it is (4 or 6) is left to its version field.
pub(super) fn ip_offset(link: LinkType, packet: &[u8]) -> Result<usize, Skip> {
    match link {
        LinkType::ETHERNET => tagged(packet, 12),
        LinkType::LINUX_SLL => tagged(packet, 14),
        LinkType::LINUX_SLL2 => cooked_v2(packet),
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD | LinkType::IPV4 | LinkType::IPV6 => Ok(0),
        LinkType::NULL | LinkType::LOOP => loopback(packet),
        _ => Err(Skip::UnknownLink),
    }
}

/// Follows VLAN tags from the protocol number at `at` to the one that names IP.
fn tagged(packet: &[u8], mut at: usize) -> Result<usize, Skip> {
    for _ in 0..=MOST_TAGS {
        let protocol = u16_at(packet, at).ok_or(Skip::Undecodable)?;
        at = at.saturating_add(2);
        match protocol {
            0x0800 | 0x86dd => return Ok(at),
            0x8100 | 0x88a8 | 0x9100 | 0x9200 => at = at.saturating_add(2),
            _ => return Err(Skip::NotIp),
        }
    }
    Err(Skip::Undecodable)
}

/// Linux cooked capture, version 2: the protocol comes first, 20 octets in all.
fn cooked_v2(packet: &[u8]) -> Result<usize, Skip> {
    match u16_at(packet, 0).ok_or(Skip::Undecodable)? {
        0x0800 | 0x86dd => Ok(20),
        0x8100 | 0x88a8 => tagged(packet, 22),
        _ => Err(Skip::NotIp),
    }
}

/// BSD loopback: an address family in either octet order. The numbers of IPv6 differ from system to system.
fn loopback(packet: &[u8]) -> Result<usize, Skip> {
    let family = u32_at(packet, 0).ok_or(Skip::Undecodable)?;
    match family.min(family.swap_bytes()) {
        2 | 10 | 24 | 28 | 30 => Ok(4),
        _ => Err(Skip::NotIp),
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    fn ethernet(types: &[u16]) -> Vec<u8> {
        let mut packet = vec![0; 12];
        for (at, kind) in types.iter().enumerate() {
            packet.extend(kind.to_be_bytes());
            if at + 1 < types.len() {
                packet.extend([0, 42]);
            }
        }
        packet
    }

    #[test]
    fn finds_ip_behind_any_number_of_vlan_tags() {
        assert_eq!(ip_offset(LinkType::ETHERNET, &ethernet(&[0x0800])), Ok(14));
        assert_eq!(ip_offset(LinkType::ETHERNET, &ethernet(&[0x8100, 0x86dd])), Ok(18));
        assert_eq!(ip_offset(LinkType::ETHERNET, &ethernet(&[0x88a8, 0x8100, 0x0800])), Ok(22));
        assert_eq!(ip_offset(LinkType::ETHERNET, &ethernet(&[0x8100; 40])), Err(Skip::Undecodable));
        assert_eq!(ip_offset(LinkType::ETHERNET, &ethernet(&[0x0806])), Err(Skip::NotIp));
        assert_eq!(ip_offset(LinkType::ETHERNET, &[0; 13]), Err(Skip::Undecodable));
    }

    #[test]
    fn finds_ip_in_both_cooked_versions() {
        let mut first = vec![0; 16];
        first[14..].copy_from_slice(&[0x08, 0x00]);
        assert_eq!(ip_offset(LinkType::LINUX_SLL, &first), Ok(16));
        let mut second = vec![0; 20];
        second[..2].copy_from_slice(&[0x86, 0xdd]);
        assert_eq!(ip_offset(LinkType::LINUX_SLL2, &second), Ok(20));
    }

    #[test]
    fn reads_the_loopback_family_in_both_octet_orders() {
        for family in [2_u32, 10, 24, 28, 30] {
            assert_eq!(ip_offset(LinkType::NULL, &family.to_le_bytes()), Ok(4));
            assert_eq!(ip_offset(LinkType::NULL, &family.to_be_bytes()), Ok(4));
            assert_eq!(ip_offset(LinkType::LOOP, &family.to_be_bytes()), Ok(4));
        }
        assert_eq!(ip_offset(LinkType::NULL, &[7, 0, 0, 0]), Err(Skip::NotIp));
    }

    #[test]
    fn raw_ip_begins_at_once_and_other_links_are_unknown() {
        for number in [12, 14, 101, 228, 229] {
            assert_eq!(ip_offset(LinkType(number), &[]), Ok(0));
        }
        assert_eq!(ip_offset(LinkType(147), &[0; 64]), Err(Skip::UnknownLink));
    }
}

//! Link-layer headers: where the IP datagram of a packet begins.

use crate::base::input::LinkType;

use super::octets::{u8_at, u16_at, u32_at};
use super::unread::Unread;

/// Headers between a link and its datagram: beyond them the packet is not worth following.
const MOST_HEADERS: usize = 16;

/// Why a packet has no datagram that can be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    /// A layer that is not read here, and under which anything may lie.
    Unread(Unread),
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
        LinkType::ETHERNET => ethernet(packet, 0),
        LinkType::LINUX_SLL => typed(packet, 14, 16),
        LinkType::LINUX_SLL2 => typed(packet, 0, 20),
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD | LinkType::IPV4 | LinkType::IPV6 => Ok(0),
        LinkType::NULL | LinkType::LOOP => loopback(packet),
        LinkType::PPP | LinkType::PPP_SERIAL => ppp(packet, 0),
        LinkType::PPP_DIRECTION => ppp(packet, 1),
        LinkType::PPP_ETHERNET => pppoe(packet, 0),
        LinkType::CISCO_HDLC => typed(packet, 2, 4),
        _ => Err(Skip::Unread(Unread::Link(link.0))),
    }
}

/// Offset of the IP header of an Ethernet frame that begins at `at`.
pub(super) fn ethernet(packet: &[u8], at: usize) -> Result<usize, Skip> {
    let kind = at.saturating_add(12);
    typed(packet, kind, kind.saturating_add(2))
}

/// Offset of the IP header, where the protocol number stands at `kind` and what it names begins at `at`.
pub(super) fn typed(packet: &[u8], kind: usize, at: usize) -> Result<usize, Skip> {
    protocol(packet, u16_at(packet, kind).ok_or(Skip::Undecodable)?, at)
}

/// Offset of the IP header behind the header of an Ethernet protocol that begins at `at`.
pub(super) fn protocol(packet: &[u8], mut number: u16, mut at: usize) -> Result<usize, Skip> {
    for _ in 0..=MOST_HEADERS {
        match number {
            0x0800 | 0x86dd => return Ok(at),
            0x8100 | 0x88a8 | 0x9100 | 0x9200 => at = at.saturating_add(2),
            // A frame of a customer: four octets of tag, both addresses.
            0x88e7 => at = at.saturating_add(16),
            // Ethernet inside a bridge of another name.
            0x6558 => at = at.saturating_add(12),
            0x8847 | 0x8848 => return mpls(packet, at),
            0x8864 => return pppoe(packet, at),
            0x88e5 => return Err(Skip::Unread(Unread::Layer("MACsec"))),
            0x894f => return Err(Skip::Unread(Unread::Layer("a network service header"))),
            0x22f3 => return Err(Skip::Unread(Unread::Layer("TRILL"))),
            _ => return Err(Skip::NotIp),
        }
        number = u16_at(packet, at).ok_or(Skip::Undecodable)?;
        at = at.saturating_add(2);
    }
    Err(Skip::Undecodable)
}

/// Label stack entries, then IP, or Ethernet behind a control word [RFC 3032, RFC 4448].
pub(super) fn mpls(packet: &[u8], mut at: usize) -> Result<usize, Skip> {
    for _ in 0..=MOST_HEADERS {
        let entry = u32_at(packet, at).ok_or(Skip::Undecodable)?;
        at = at.saturating_add(4);
        if entry & 0x100 != 0 {
            return match u8_at(packet, at).ok_or(Skip::Undecodable)? >> 4 {
                4 | 6 => Ok(at),
                0 => ethernet(packet, at.saturating_add(4)),
                _ => ethernet(packet, at),
            };
        }
    }
    Err(Skip::Undecodable)
}

/// A session of PPP over Ethernet [RFC 2516].
fn pppoe(packet: &[u8], at: usize) -> Result<usize, Skip> {
    if u16_at(packet, at) == Some(0x1100) { ppp(packet, at.saturating_add(6)) } else { Err(Skip::NotIp) }
}

/// PPP, with or without its address and control octets, and with a protocol number of one octet or two [RFC 1661].
pub(super) fn ppp(packet: &[u8], at: usize) -> Result<usize, Skip> {
    let at = if u16_at(packet, at) == Some(0xff03) { at.saturating_add(2) } else { at };
    let first = u8_at(packet, at).ok_or(Skip::Undecodable)?;
    let (number, at) = if first & 1 == 1 {
        (u16::from(first), at.saturating_add(1))
    } else {
        (u16_at(packet, at).ok_or(Skip::Undecodable)?, at.saturating_add(2))
    };
    match number {
        0x0021 | 0x0057 => Ok(at),
        0x0281 | 0x0283 => mpls(packet, at),
        0x0053 | 0x0055 => Err(Skip::Unread(Unread::Layer("encrypted PPP"))),
        0x00fb | 0x00fd => Err(Skip::Unread(Unread::Layer("compressed PPP"))),
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
    fn finds_ip_in_both_cooked_versions_and_behind_their_tags() {
        let mut first = vec![0; 16];
        first[14..].copy_from_slice(&[0x08, 0x00]);
        assert_eq!(ip_offset(LinkType::LINUX_SLL, &first), Ok(16));
        first[14..].copy_from_slice(&[0x81, 0x00]);
        assert_eq!(ip_offset(LinkType::LINUX_SLL, &[&first[..], &[0, 42, 0x86, 0xdd]].concat()), Ok(20));
        let mut second = vec![0; 20];
        second[..2].copy_from_slice(&[0x86, 0xdd]);
        assert_eq!(ip_offset(LinkType::LINUX_SLL2, &second), Ok(20));
        second[..2].copy_from_slice(&[0x81, 0x00]);
        assert_eq!(ip_offset(LinkType::LINUX_SLL2, &[&second[..], &[0, 42, 0x08, 0x00]].concat()), Ok(24));
    }

    #[test]
    fn finds_ip_behind_labels_and_in_sessions_of_ppp() {
        let labelled = |rest: &[u8]| [&ethernet(&[0x8100, 0x8847])[..], &[0, 1, 0x00, 64, 0, 2, 0x01, 64], rest].concat();
        assert_eq!(ip_offset(LinkType::ETHERNET, &labelled(&[0x45])), Ok(26));
        let wire = [&[0; 4][..], &ethernet(&[0x86dd])].concat();
        assert_eq!(ip_offset(LinkType::ETHERNET, &labelled(&wire)), Ok(26 + 4 + 14));
        assert_eq!(ip_offset(LinkType::ETHERNET, &[&ethernet(&[0x8847])[..], &[0; 80]].concat()), Err(Skip::Undecodable));
        let session = |protocol: &[u8]| [&ethernet(&[0x8864])[..], &[0x11, 0, 0, 7, 0, 30], protocol, &[0x45]].concat();
        assert_eq!(ip_offset(LinkType::ETHERNET, &session(&[0x00, 0x21])), Ok(22));
        assert_eq!(ip_offset(LinkType::ETHERNET, &session(&[0x57])), Ok(21));
        assert_eq!(ip_offset(LinkType::ETHERNET, &session(&[0xc0, 0x21])), Err(Skip::NotIp));
        assert_eq!(ip_offset(LinkType::PPP_SERIAL, &[0xff, 0x03, 0x00, 0x21, 0x45]), Ok(4));
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
    fn raw_ip_begins_at_once_and_what_is_not_read_is_named() {
        for number in [12, 14, 101, 228, 229] {
            assert_eq!(ip_offset(LinkType(number), &[]), Ok(0));
        }
        assert_eq!(ip_offset(LinkType(147), &[0; 64]), Err(Skip::Unread(Unread::Link(147))));
        assert_eq!(ip_offset(LinkType::ETHERNET, &ethernet(&[0x88e5])), Err(Skip::Unread(Unread::Layer("MACsec"))));
    }
}

//! Datagrams that carry packets: IP in IP, GRE, VXLAN, Geneve, GTP, MPLS over UDP.

use super::ip::{GRE, IPV4, IPV6, MPLS, TCP, UDP};
use super::link::{Skip, ethernet, mpls, ppp, protocol};
use super::octets::{u8_at, u16_at, u32_at};
use super::unread::Unread;

/// Tunnels in one another that are followed.
pub(super) const MOST_NESTED: usize = 4;

/// Octets of a UDP header.
const UDP_HEADER: usize = 8;
/// Ports of UDP under which packets are carried.
mod port {
    pub(super) const GTP: u16 = 2152;
    pub(super) const VXLAN: u16 = 4789;
    /// As Linux has it by default.
    pub(super) const VXLAN_EARLY: u16 = 8472;
    pub(super) const VXLAN_ANY: u16 = 4790;
    pub(super) const GENEVE: u16 = 6081;
    pub(super) const MPLS: u16 = 6635;
}

/// Where the IP header lies in what a datagram carries; `None` when it is a segment or a datagram of its own.
///
/// `octets` end where the outer datagram does; its payload of `number` begins at `at`.
pub(super) fn inside(octets: &[u8], at: usize, number: u8) -> Option<Result<usize, Skip>> {
    match number {
        TCP => None,
        UDP => in_udp(octets, at).map(Ok),
        IPV4 | IPV6 => Some(Ok(at)),
        MPLS => Some(mpls(octets, at)),
        GRE => Some(gre(octets, at)),
        _ => Some(Err(Skip::OtherTransport)),
    }
}

/// A tunnel over UDP shows by its port, by its header and by an IP header in it: any other datagram is what it is.
fn in_udp(octets: &[u8], at: usize) -> Option<usize> {
    let body = at.saturating_add(UDP_HEADER);
    let first = || u8_at(octets, body);
    let word = |offset: usize| u32_at(octets, body.saturating_add(offset));
    let found = match u16_at(octets, at.saturating_add(2))? {
        port::VXLAN | port::VXLAN_EARLY if word(0)? == 0x0800_0000 => ethernet(octets, body.saturating_add(8)),
        port::VXLAN_ANY if first()? & 0xcc == 0x0c => next_protocol(octets, body),
        port::GENEVE if first()? >> 6 == 0 => {
            let options = usize::from(first()? & 0x3f).saturating_mul(4);
            protocol(octets, u16_at(octets, body.saturating_add(2))?, body.saturating_add(8).saturating_add(options))
        }
        port::GTP if first()? & 0xf0 == 0x30 && u8_at(octets, body.saturating_add(1))? == 0xff => gtp(octets, body),
        port::MPLS => mpls(octets, body),
        _ => return None,
    };
    found.ok().filter(|at| is_ip(octets, *at))
}

/// VXLAN that names what it carries.
fn next_protocol(octets: &[u8], body: usize) -> Result<usize, Skip> {
    let inner = body.saturating_add(8);
    match u8_at(octets, body.saturating_add(3)) {
        Some(1 | 2) => Ok(inner),
        Some(3) => ethernet(octets, inner),
        _ => Err(Skip::NotIp),
    }
}

/// The user plane of GTP: eight octets, four more when something optional is there, then extension headers.
fn gtp(octets: &[u8], body: usize) -> Result<usize, Skip> {
    let first = u8_at(octets, body).ok_or(Skip::Undecodable)?;
    let mut at = body.saturating_add(8);
    if first.trailing_zeros() >= 3 {
        return Ok(at);
    }
    at = at.saturating_add(4);
    let mut next = if first & 4 == 0 { 0 } else { u8_at(octets, at.saturating_sub(1)).ok_or(Skip::Undecodable)? };
    for _ in 0..8 {
        if next == 0 {
            return Ok(at);
        }
        let length = usize::from(u8_at(octets, at).filter(|length| *length > 0).ok_or(Skip::Undecodable)?).saturating_mul(4);
        at = at.saturating_add(length);
        next = u8_at(octets, at.saturating_sub(1)).ok_or(Skip::Undecodable)?;
    }
    Err(Skip::Undecodable)
}

/// Generic routing encapsulation, and what point-to-point tunnels and mirrors of switches make of it [RFC 2784, RFC 2637].
fn gre(octets: &[u8], at: usize) -> Result<usize, Skip> {
    let flags = u16_at(octets, at).ok_or(Skip::Undecodable)?;
    let number = u16_at(octets, at.saturating_add(2)).ok_or(Skip::Undecodable)?;
    let (version, counted) = (flags & 7, flags & 0x1000 != 0);
    let acknowledged = version == 1 && flags & 0x0080 != 0;
    let words = [flags & 0xc000 != 0, flags & 0x2000 != 0, counted, acknowledged].into_iter().filter(|present| *present).count();
    let inner = at.saturating_add(4).saturating_add(words.saturating_mul(4));
    match (version, number) {
        _ if flags & 0x4000 != 0 => Err(Skip::Unread(Unread::Layer("GRE with source routes"))),
        (1, 0x880b) => ppp(octets, inner),
        // Mirrors of Cisco: the second kind and the third put a header of their own in front, the first does not count.
        (0, 0x88be) if counted => ethernet(octets, inner.saturating_add(8)),
        (0, 0x22eb) => {
            let more = u8_at(octets, inner.saturating_add(11)).is_some_and(|last| last & 1 == 1);
            ethernet(octets, inner.saturating_add(if more { 20 } else { 12 }))
        }
        (0, 0x88be | 0x6558) => ethernet(octets, inner),
        (0, _) => match protocol(octets, number, inner) {
            Err(Skip::NotIp) => Err(Skip::Unread(Unread::Gre(number))),
            found => found,
        },
        _ => Err(Skip::Unread(Unread::Gre(number))),
    }
}

fn is_ip(octets: &[u8], at: usize) -> bool {
    matches!(u8_at(octets, at).map(|first| first >> 4), Some(4 | 6))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    fn udp(port: u16, body: &[u8]) -> Vec<u8> {
        [&[0xc0, 0][..], &port.to_be_bytes(), &[0; 4], body].concat()
    }

    fn frame() -> Vec<u8> {
        [&[0; 12][..], &[0x08, 0x00, 0x45]].concat()
    }

    #[test]
    fn finds_ip_in_every_tunnel_over_udp() {
        let vxlan = udp(4789, &[&[8, 0, 0, 0, 0, 0, 42, 0][..], &frame()].concat());
        assert_eq!(inside(&vxlan, 0, UDP), Some(Ok(8 + 8 + 14)));
        let named = udp(4790, &[&[0x0c, 0, 0, 1, 0, 0, 42, 0][..], &[0x45]].concat());
        assert_eq!(inside(&named, 0, UDP), Some(Ok(16)));
        let geneve = udp(6081, &[&[1, 0, 0x65, 0x58, 0, 0, 42, 0, 9, 9, 9, 9][..], &frame()].concat());
        assert_eq!(inside(&geneve, 0, UDP), Some(Ok(8 + 12 + 14)));
        let gtp = udp(2152, &[0x34, 0xff, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0x85, 1, 0, 0, 0, 0x60]);
        assert_eq!(inside(&gtp, 0, UDP), Some(Ok(8 + 12 + 4)));
        let labelled = udp(6635, &[0, 1, 1, 64, 0x45]);
        assert_eq!(inside(&labelled, 0, UDP), Some(Ok(12)));
    }

    #[test]
    fn a_datagram_that_only_has_the_port_of_a_tunnel_is_what_it_is() {
        for port in [2152, 4789, 4790, 6081, 6635, 8472, 443] {
            assert_eq!(inside(&udp(port, &[0xc3; 60]), 0, UDP), None, "{port}");
            assert_eq!(inside(&udp(port, &[]), 0, UDP), None, "{port}");
        }
    }

    #[test]
    fn finds_ip_in_gre_of_every_kind() {
        assert_eq!(inside(&[0, 0, 8, 0, 0x45], 0, GRE), Some(Ok(4)));
        assert_eq!(inside(&[&[0xb0, 0, 0x65, 0x58][..], &[0; 12], &frame()].concat(), 0, GRE), Some(Ok(16 + 14)));
        assert_eq!(inside(&[&[0x10, 0, 0x88, 0xbe][..], &[0; 12], &frame()].concat(), 0, GRE), Some(Ok(16 + 14)));
        assert_eq!(inside(&[&[0x30, 0x81, 0x88, 0x0b][..], &[0; 12], &[0x21, 0x45]].concat(), 0, GRE), Some(Ok(17)));
        assert_eq!(inside(&[0, 0, 0x12, 0x34, 0, 0], 0, GRE), Some(Err(Skip::Unread(Unread::Gre(0x1234)))));
        assert_eq!(inside(&[0, 0, 8], 0, GRE), Some(Err(Skip::Undecodable)));
    }
}

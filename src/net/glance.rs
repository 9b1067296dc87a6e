//! What a packet is to a connection, without following any.

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;

use crate::base::input::Packet;

use super::ip::{self, Datagram, Ends};
use super::segment::TcpHeader;
use super::{link, tunnel, udp};

/// The bit of long headers of QUIC.
const LONG: u8 = 0x80;

/// What a packet is to its connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glance {
    /// A TCP segment.
    Segment {
        /// Sender and receiver.
        ends: [SocketAddr; 2],
        /// Whether it opens or ends the connection.
        is_edge: bool,
    },
    /// A UDP datagram.
    Datagram {
        /// Sender and receiver.
        ends: [SocketAddr; 2],
        /// Whether it may begin with a packet of a QUIC handshake.
        is_long: bool,
    },
    /// A fragment: its ports stand elsewhere.
    Fragment {
        /// Sender and receiver.
        hosts: [IpAddr; 2],
        /// Whether it is part of a tunnel between them.
        is_tunnel: bool,
    },
}

/// What a packet is, inside of all tunnels that are followed.
pub fn glance(packet: &Packet) -> Option<Glance> {
    let mut octets = packet.bytes.clone();
    let mut wire_len = packet.original_len as usize;
    let mut at = link::ip_offset(packet.link, &octets).ok()?;
    for _ in 0..=tunnel::MOST_NESTED {
        let datagram = ip::decode(&octets, at, wire_len).ok()?;
        if let Some(fragment) = datagram.fragment {
            let (source, destination) = datagram.ends.addresses();
            return Some(Glance::Fragment { hosts: [source, destination], is_tunnel: !matches!(fragment.protocol, ip::TCP | ip::UDP) });
        }
        octets.truncate(datagram.end);
        match tunnel::inside(&octets, datagram.start, datagram.protocol) {
            None => return transport(&octets, &datagram),
            Some(inner) => at = inner.ok()?,
        }
        wire_len = datagram.start.saturating_add(datagram.wire_len);
    }
    None
}

fn transport(octets: &Bytes, datagram: &Datagram) -> Option<Glance> {
    let Datagram { ends, protocol, start, wire_len, .. } = *datagram;
    let body = octets.get(start..)?;
    if protocol == ip::UDP {
        let found = udp::decode(body, wire_len).ok()?;
        let is_long = body.get(found.start).is_some_and(|first| first & LONG != 0);
        return Some(Glance::Datagram { ends: addresses(ends, found.source, found.destination), is_long });
    }
    let header = TcpHeader::decode(body, wire_len).ok()?;
    let is_edge = header.flags.syn() || header.flags.fin() || header.flags.rst();
    Some(Glance::Segment { ends: addresses(ends, header.source, header.destination), is_edge })
}

fn addresses(ends: Ends, source_port: u16, destination_port: u16) -> [SocketAddr; 2] {
    let (source, destination) = ends.addresses();
    [SocketAddr::new(source, source_port), SocketAddr::new(destination, destination_port)]
}

//! Packets to ordered octet streams and to datagrams: link and IP headers, defragmentation, TCP reassembly, flows.
//!
//! Deterministic, bounded and total: a packet that cannot be read becomes a count in [`NetFacts`], never an error.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod octets;
mod unread;
mod link;
mod ip;
mod tunnel;
mod glance;
mod event;
mod facts;
mod fragment;
mod segment;
mod recent;
mod shared;
mod held;
mod early;
mod piece;
mod tcp;
mod udp;
mod connection;
mod flow;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;

use bytes::Bytes;

pub use event::{At, CloseReason, NetEvent, UdpDatagram};
pub use facts::{LimitFacts, NetFacts};
pub use glance::{Glance, glance};
pub use unread::{Unread, UnreadCounts};

use crate::base::id::FlowId;
use crate::base::input::{Packet, SCATTERED};
use crate::base::limits::Limits;
use crate::base::time::Timestamp;

use flow::FlowTable;
use fragment::{Defragmenter, Whole};
use ip::{Datagram, Ends};
use link::Skip;
use segment::{Payload, TcpHeader};
use shared::Shared;

/// Turns packets into events of flows. Drain [`Network::poll`] after each call.
#[derive(Debug)]
pub struct Network {
    shared: Shared,
    defragmenter: Defragmenter,
    flows: FlowTable,
    /// Octets of datagrams that came in fragments, so far.
    scattered: u64,
    last: At,
}

impl Network {
    /// A network that has seen nothing.
    pub fn new(limits: &Limits) -> Self {
        Self {
            shared: Shared::new(limits),
            defragmenter: Defragmenter::new(limits),
            flows: FlowTable::default(),
            scattered: 0,
            last: At::default(),
        }
    }

    /// Takes the next packet.
    pub fn push(&mut self, packet: &Packet) {
        self.last = At { packet: packet.id, time: packet.time };
        self.shared.recent.advance(packet.bytes.len());
        let facts = &mut self.shared.facts;
        facts.packets = facts.packets.saturating_add(1);
        if packet.original_len as usize > packet.bytes.len() {
            facts.cut = facts.cut.saturating_add(1);
        }
        if let Err(skip) = self.dissect(packet) {
            self.count(skip);
        }
    }

    /// Runs timers up to `now`: datagrams and holes that waited too long are given up, as of the newest packet.
    pub fn advance(&mut self, now: Timestamp) {
        self.defragmenter.expire(now, &mut self.shared.facts);
        self.flows.advance(&mut self.shared, now, self.last);
    }

    /// The capture is over: gives up every hole, delivers what is held, closes every flow.
    pub fn finish(&mut self) {
        self.defragmenter.finish(&mut self.shared.facts);
        self.flows.finish(&mut self.shared, self.last);
    }

    /// The next event.
    pub fn poll(&mut self) -> Option<NetEvent> {
        self.shared.events.pop_front()
    }

    /// Whether octets of a side are missing that its peer has, or that may still come: then the order of the two sides proves nothing.
    pub fn waits(&self, flow: FlowId, side: usize) -> bool {
        self.flows.waits(flow, side)
    }

    /// Up to which offset the peer of a side has acknowledged it, the newest packet included.
    pub fn acknowledged(&self, flow: FlowId, side: usize) -> Option<u64> {
        self.flows.acknowledged(flow, side)
    }

    /// A number for a flow over datagrams, which is kept by a carrier.
    pub fn reserve_flow(&mut self) -> FlowId {
        self.flows.reserve()
    }

    /// What was left out so far.
    pub const fn facts(&self) -> &NetFacts {
        &self.shared.facts
    }

    fn dissect(&mut self, packet: &Packet) -> Result<(), Skip> {
        let octets = &packet.bytes;
        let at = link::ip_offset(packet.link, octets)?;
        self.internet(Within { octets, wire_len: packet.original_len as usize, file_offset: packet.file_offset }, at, 0)
    }

    /// Takes the IP datagram that begins at `at`, inside `nested` others.
    fn internet(&mut self, within: Within<'_>, at: usize, nested: usize) -> Result<(), Skip> {
        let Within { octets, wire_len, file_offset } = within;
        let datagram = ip::decode(octets, at, wire_len)?;
        if datagram.fragment.is_some() {
            return self.fragment(within, &datagram, nested);
        }
        let Datagram { ends, protocol, start, end, wire_len, .. } = datagram;
        self.carried(ends, protocol, Transport { octets, start, end, wire_len, file_offset }, nested)
    }

    /// Takes what an IP datagram carries: a segment, a datagram, or another packet.
    fn carried(&mut self, ends: Ends, protocol: u8, transport: Transport<'_>, nested: usize) -> Result<(), Skip> {
        let Transport { octets, start, end, wire_len, file_offset } = transport;
        let end_here = end.min(octets.len());
        match tunnel::inside(octets.get(..end_here).unwrap_or_default(), start, protocol) {
            Some(_) if nested >= tunnel::MOST_NESTED => Err(Skip::Unread(Unread::Layer("tunnels in tunnels in tunnels"))),
            Some(inner) => self.internet(
                Within { octets: &octets.slice(..end_here), wire_len: start.saturating_add(wire_len), file_offset },
                inner?,
                nested.saturating_add(1),
            ),
            None if protocol == ip::UDP => self.datagram(ends, transport),
            None => self.segment(ends, transport),
        }
    }

    fn fragment(&mut self, within: Within<'_>, datagram: &Datagram, nested: usize) -> Result<(), Skip> {
        let Some(fragment) = datagram.fragment else { return Ok(()) };
        let payload = within.octets.get(datagram.start..datagram.end).unwrap_or_default();
        let at = within.file_offset.saturating_add(datagram.start as u64);
        let whole = self.defragmenter.push(datagram.ends, fragment, (payload, at), self.last, &mut self.shared.facts);
        let Some(whole) = whole else { return Ok(()) };
        let found = ip::walk_extensions(&whole.octets, 0, fragment.protocol)?;
        let file_offset = self.scatter(&whole);
        let (octets, end) = (&whole.octets, whole.octets.len());
        let start = found.at.min(end);
        let transport = Transport { octets, start, end, wire_len: end.saturating_sub(start), file_offset };
        self.carried(datagram.ends, found.protocol, transport, nested)
    }

    /// Gives the octets of a datagram that came in fragments places of their own, and tells where its parts lie.
    fn scatter(&mut self, whole: &Whole) -> u64 {
        if whole.origins.iter().any(|origin| origin.file_offset == u64::MAX) {
            return u64::MAX;
        }
        let place = SCATTERED.saturating_add(self.scattered);
        self.scattered = self.scattered.saturating_add(whole.octets.len() as u64);
        for origin in &whole.origins {
            self.shared.events.push_back(NetEvent::Scattered {
                place: place.saturating_add(origin.from as u64),
                length: u32::try_from(origin.to.saturating_sub(origin.from)).unwrap_or(u32::MAX),
                file_offset: origin.file_offset,
                packet: origin.packet,
            });
        }
        place
    }

    fn datagram(&mut self, ends: Ends, transport: Transport<'_>) -> Result<(), Skip> {
        let Transport { octets, start, end, wire_len, file_offset } = transport;
        let facts = &mut self.shared.facts;
        facts.udp = facts.udp.saturating_add(1);
        let found = udp::decode(octets.get(start..end).unwrap_or_default(), wire_len)?;
        let from = start.saturating_add(found.start);
        let bytes = octets.slice(from..from.saturating_add(found.len));
        let (source, destination) = ends.addresses();
        let ends = [SocketAddr::new(source, found.source), SocketAddr::new(destination, found.destination)];
        let file_offset = file_offset.saturating_add(from as u64);
        self.shared.events.push_back(NetEvent::Datagram(UdpDatagram { ends, bytes, cut: found.cut, file_offset, at: self.last }));
        Ok(())
    }

    fn segment(&mut self, ends: Ends, transport: Transport<'_>) -> Result<(), Skip> {
        let Transport { octets, start, end, wire_len, file_offset } = transport;
        let header = TcpHeader::decode(octets.get(start..end).unwrap_or_default(), wire_len)?;
        let payload_start = start.saturating_add(header.len).min(end);
        let bytes = octets.slice(payload_start..end);
        let cut = wire_len.saturating_sub(header.len).saturating_sub(bytes.len()) as u64;
        let payload = Payload { bytes, cut, file_offset: file_offset.saturating_add(payload_start as u64) };
        let facts = &mut self.shared.facts;
        facts.segments = facts.segments.saturating_add(1);
        self.flows.push(ends, &header, payload, self.last, &mut self.shared);
        Ok(())
    }

    fn count(&mut self, skip: Skip) {
        let facts = &mut self.shared.facts;
        let counter = match skip {
            Skip::Unread(layer) => return facts.unread.count(layer),
            Skip::NotIp => &mut facts.not_ip,
            Skip::OtherTransport => &mut facts.other_transport,
            Skip::Undecodable => &mut facts.undecodable,
        };
        *counter = counter.saturating_add(1);
    }
}

/// Octets with an IP datagram somewhere in them.
#[derive(Clone, Copy)]
struct Within<'a> {
    octets: &'a Bytes,
    /// Octets on the wire.
    wire_len: usize,
    /// Where `octets` lie in the capture, or `u64::MAX`.
    file_offset: u64,
}

/// The transport header and payload of a datagram.
#[derive(Clone, Copy)]
struct Transport<'a> {
    /// What holds them.
    octets: &'a Bytes,
    /// Where they begin and end in it.
    start: usize,
    end: usize,
    /// Octets on the wire.
    wire_len: usize,
    /// Where `octets` lie in the capture, or `u64::MAX`.
    file_offset: u64,
}

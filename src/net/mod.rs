//! Packets to ordered octet streams and to datagrams: link and IP headers, defragmentation, TCP reassembly, flows.
//!
//! Deterministic, bounded and total: a packet that cannot be read becomes a count in [`NetFacts`], never an error.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod octets;
mod link;
mod ip;
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

use crate::base::id::FlowId;
use crate::base::input::Packet;
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
    last: At,
}

impl Network {
    /// A network that has seen nothing.
    pub fn new(limits: &Limits) -> Self {
        Self { shared: Shared::new(limits), defragmenter: Defragmenter::new(limits), flows: FlowTable::default(), last: At::default() }
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

    /// Runs timers up to `now`: datagrams and holes that waited too long are given up.
    pub fn advance(&mut self, now: Timestamp) {
        self.defragmenter.expire(now, &mut self.shared.facts);
        self.flows.advance(&mut self.shared, At { time: now, ..self.last });
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
        let datagram = ip::decode(octets, at, packet.original_len as usize)?;
        if datagram.fragment.is_some() {
            return self.fragment(packet, &datagram);
        }
        let Datagram { ends, protocol, start, end, wire_len, .. } = datagram;
        self.transport(ends, protocol, Transport { octets, start, end, wire_len, file_offset: packet.file_offset })
    }

    fn fragment(&mut self, packet: &Packet, datagram: &Datagram) -> Result<(), Skip> {
        let Some(fragment) = datagram.fragment else { return Ok(()) };
        let payload = packet.bytes.get(datagram.start..datagram.end).unwrap_or_default();
        let at = packet.file_offset.saturating_add(datagram.start as u64);
        let whole = self.defragmenter.push(datagram.ends, fragment, (payload, at), packet.time, &mut self.shared.facts);
        let Some(whole) = whole else { return Ok(()) };
        self.segment_of(datagram.ends, &whole, fragment.protocol)
    }

    /// Takes the segment of a datagram that came in fragments: a part for each, so that every octet can be read back.
    fn segment_of(&mut self, ends: Ends, Whole { octets, origins }: &Whole, protocol: u8) -> Result<(), Skip> {
        let found = ip::walk_extensions(octets, 0, protocol)?;
        let start = found.at.min(octets.len());
        let wire_len = octets.len().saturating_sub(start);
        if found.protocol == ip::UDP {
            return self.datagram(ends, Transport { octets, start, end: octets.len(), wire_len, file_offset: u64::MAX });
        }
        let header = TcpHeader::decode(octets.get(start..).unwrap_or_default(), wire_len)?;
        let begin = start.saturating_add(header.len).min(octets.len());
        let parts = origins.iter().filter(|origin| origin.to > begin);
        let mut seq = header.seq;
        let mut left = parts.clone().count();
        if left == 0 || header.flags.syn() {
            let whole = Transport { octets, start, end: octets.len(), wire_len, file_offset: u64::MAX };
            return self.segment(ends, whole);
        }
        self.shared.facts.segments = self.shared.facts.segments.saturating_add(1);
        for origin in parts {
            let from = origin.from.max(begin);
            let file_offset = origin.file_offset.saturating_add(from.saturating_sub(origin.from) as u64);
            left = left.saturating_sub(1);
            let flags = if left == 0 { header.flags } else { header.flags.without_fin() };
            let payload = Payload { bytes: octets.slice(from..origin.to), cut: 0, file_offset };
            let length = u32::try_from(payload.bytes.len()).unwrap_or(u32::MAX);
            self.flows.push(ends, &TcpHeader { seq, flags, ..header }, payload, self.last, &mut self.shared);
            seq = seq.wrapping_add(length);
        }
        Ok(())
    }

    fn transport(&mut self, ends: Ends, protocol: u8, transport: Transport<'_>) -> Result<(), Skip> {
        if protocol == ip::UDP { self.datagram(ends, transport) } else { self.segment(ends, transport) }
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
            Skip::UnknownLink => &mut facts.unknown_link,
            Skip::NotIp => &mut facts.not_ip,
            Skip::OtherTransport => &mut facts.other_transport,
            Skip::Undecodable => &mut facts.undecodable,
        };
        *counter = counter.saturating_add(1);
    }
}

/// What a packet is to its connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Sender and receiver.
    pub ends: [SocketAddr; 2],
    /// Whether it opens or ends the connection.
    pub is_edge: bool,
}

/// The TCP segment of a packet that is no fragment.
pub fn segment(packet: &Packet) -> Option<Segment> {
    let octets = &packet.bytes;
    let at = link::ip_offset(packet.link, octets).ok()?;
    let Datagram { ends, start, end, wire_len, fragment: None, .. } = ip::decode(octets, at, packet.original_len as usize).ok()? else {
        return None;
    };
    let header = TcpHeader::decode(octets.get(start..end)?, wire_len).ok()?;
    let (source, destination) = ends.addresses();
    let ends = [SocketAddr::from((source, header.source)), SocketAddr::from((destination, header.destination))];
    Some(Segment { ends, is_edge: header.flags.syn() || header.flags.fin() || header.flags.rst() })
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

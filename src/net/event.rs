//! What the network layer tells the layers above.

use std::net::SocketAddr;

use bytes::Bytes;

use crate::base::id::{FlowId, PacketId};
use crate::base::time::Timestamp;

/// The packet at which something became known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct At {
    /// The packet.
    pub packet: PacketId,
    /// Its capture time.
    pub time: Timestamp,
}

/// Why a flow is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CloseReason {
    /// Both sides sent FIN and every octet before it was accounted for.
    Fin,
    /// A side sent RST.
    Rst,
    /// The ports were used again by a connection with another initial sequence number.
    Reuse,
    /// It was the least recently used when the flow table was full.
    Evicted,
    /// The capture ended.
    End,
}

impl CloseReason {
    /// The reason in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fin => "FIN",
            Self::Rst => "RST",
            Self::Reuse => "port reuse",
            Self::Evicted => "evicted",
            Self::End => "capture end",
        }
    }
}

/// An event of one flow, or a datagram. Sides are 0 and 1: the index into `ends` of [`NetEvent::Open`].
///
/// Offsets count from the first octet after SYN, or from the first captured octet of a side of which neither SYN nor its answer was captured. They
/// are 64 bits wide and do not wrap. [`NetEvent::Data`] and [`NetEvent::Gap`] of a side cover its stream without overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetEvent {
    /// A flow begins.
    Open {
        /// The new flow.
        flow: FlowId,
        /// Both ends; the first one sent the first packet seen.
        ends: [SocketAddr; 2],
        /// Which side opened the connection, when a SYN was the first packet seen.
        syn: Option<usize>,
        /// The first packet.
        at: At,
    },
    /// Octets in stream order, each once.
    Data {
        /// The flow.
        flow: FlowId,
        /// The side that sent them.
        side: usize,
        /// Stream offset of the first octet.
        offset: u64,
        /// Whether offset 0 is known to be the first octet that the side sent.
        from_start: bool,
        /// The octets; shares the buffer of the packet where it can.
        bytes: Bytes,
        /// Where they lie in the capture, or their [numbers](crate::base::input::SCATTERED); `u64::MAX` when that is not known.
        file_offset: u64,
        /// The packet that carried them: earlier than `at` when they waited for an earlier segment.
        origin: PacketId,
        /// The packet that completed the stream up to them, or their own when a hole before them was given up.
        at: At,
    },
    /// Octets that are missing for good. The stream goes on at `offset + length`.
    Gap {
        /// The flow.
        flow: FlowId,
        /// The side that sent them.
        side: usize,
        /// Stream offset of the first missing octet.
        offset: u64,
        /// How many are missing.
        length: u64,
        /// Whether the capture cut them off, so that they were on the wire but not stored.
        snaplen: bool,
        /// The packet at which they were given up.
        at: At,
    },
    /// A second copy of octets differs from the first, which is the one delivered.
    Conflict {
        /// The flow.
        flow: FlowId,
        /// The side that sent both.
        side: usize,
        /// Stream offset of the first octet that differs.
        offset: u64,
        /// Octets from the first to the last that differs.
        length: u32,
        /// The octets used, at most 64 of them.
        kept: Bytes,
        /// The octets refused, at most 64 of them.
        other: Bytes,
        /// Whether it is a keep-alive probe, which may repeat the last octet with any value.
        probe: bool,
        /// The packet with the second copy.
        at: At,
    },
    /// A side closed its stream; every octet before it was delivered or given up.
    Fin {
        /// The flow.
        flow: FlowId,
        /// The side that closed.
        side: usize,
        /// Length of its stream.
        offset: u64,
        /// The packet at which the end was reached.
        at: At,
    },
    /// A side aborted the connection.
    Rst {
        /// The flow.
        flow: FlowId,
        /// The side that aborted.
        side: usize,
        /// The packet.
        at: At,
    },
    /// Where a part of a datagram lies that came in fragments. Comes before what it carried, whose places are
    /// [numbers](crate::base::input::SCATTERED) that rise from datagram to datagram.
    Scattered {
        /// The number of the first octet.
        place: u64,
        /// How many.
        length: u32,
        /// Where they lie in the capture.
        file_offset: u64,
        /// The packet that holds them.
        packet: PacketId,
    },
    /// A UDP datagram. It belongs to no flow.
    Datagram(UdpDatagram),
    /// The flow is over; no event of it follows.
    Closed {
        /// The flow.
        flow: FlowId,
        /// Why.
        why: CloseReason,
        /// The packet at which it ended.
        at: At,
    },
}

/// A UDP datagram as it was captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UdpDatagram {
    /// Source and destination.
    pub ends: [SocketAddr; 2],
    /// Its payload; shares the buffer of the packet where it can.
    pub bytes: Bytes,
    /// Whether the capture cut its end off.
    pub cut: bool,
    /// Where the payload lies in the capture, or its [numbers](crate::base::input::SCATTERED); `u64::MAX` when that is not known.
    pub file_offset: u64,
    /// The packet, of fragments the last one.
    pub at: At,
}

//! What the QUIC layer left out, and why.

use std::collections::VecDeque;

use crate::base::limits::Limits;
use crate::net::UnreadCounts;

use super::event::{ConnectionId, QuicEvent};

/// Counters over the whole capture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QuicFacts {
    /// Datagrams seen.
    pub datagrams: u64,
    /// Datagrams that are no packets of a connection that is known.
    pub strange: u64,
    /// Packets opened.
    pub opened: u64,
    /// Packets of known connections that stay closed.
    pub closed: u64,
    /// Packets of versions that are not read here.
    pub unread: UnreadCounts,
    /// Octets that came too late: behind a hole that was given up.
    pub late_octets: u64,
    /// How often each cap was reached.
    pub limits: QuicLimitFacts,
}

/// How often each cap of the QUIC layer was reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QuicLimitFacts {
    /// Connections evicted.
    pub connections: u64,
    /// Connection ids left out.
    pub ids: u64,
    /// Frames of streams for which there was no room.
    pub streams: u64,
    /// Packets left out that waited for keys or for the server.
    pub waiting: u64,
    /// Holes given up because too much waited behind them.
    pub reassembly: u64,
    /// Flows for which guessing keys was given up.
    pub trials: u64,
    /// Flows that nothing opened although older secrets were left untried.
    pub secrets: u64,
}

impl QuicFacts {
    /// The caps that were reached, by their names in `Limits`, with how often.
    pub fn limits_reached(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let limits = &self.limits;
        [
            ("quic_connections", limits.connections),
            ("quic_ids", limits.ids),
            ("quic_streams", limits.streams),
            ("quic_waiting", limits.waiting),
            ("reassembly_stream", limits.reassembly),
            ("quic_trials", limits.trials),
            ("quic_secrets", limits.secrets),
        ]
        .into_iter()
        .filter(|&(_, count)| count > 0)
    }
}

/// What all connections write to.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) events: VecDeque<(ConnectionId, QuicEvent)>,
    pub(super) facts: QuicFacts,
    /// Octets that wait in all streams.
    pub(super) held_octets: usize,
    pub(super) limits: Limits,
}

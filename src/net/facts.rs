//! What the network layer left out, and why. Nothing is dropped in silence.

use super::unread::UnreadCounts;

/// Counters over the whole capture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetFacts {
    /// Packets seen.
    pub packets: u64,
    /// TCP segments seen, reassembled datagrams included.
    pub segments: u64,
    /// Packets that ended at a layer which is not read here, and under which anything may lie.
    pub unread: UnreadCounts,
    /// Packets that carry neither IPv4 nor IPv6.
    pub not_ip: u64,
    /// UDP datagrams seen, reassembled ones included.
    pub udp: u64,
    /// IP packets that carry neither TCP nor UDP.
    pub other_transport: u64,
    /// Packets whose headers end early or contradict themselves.
    pub undecodable: u64,
    /// Packets that the capture cut (snaplen).
    pub cut: u64,
    /// IP fragments seen.
    pub fragments: u64,
    /// IP datagrams given up because some fragment never came.
    pub incomplete_datagrams: u64,
    /// Octets that came before the first captured octet of a side without SYN, or after its window moved on.
    pub old_octets: u64,
    /// Octets behind the end of a closed stream or in a closed flow.
    pub late_octets: u64,
    /// Resets ignored because they belong to no flow or lie far from its stream.
    pub resets_ignored: u64,
    /// How often each cap was reached.
    pub limits: LimitFacts,
}

/// How often each cap of the network layer was reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LimitFacts {
    /// Flows evicted.
    pub flows: u64,
    /// Holes given up because one side held too many octets.
    pub reassembly_stream: u64,
    /// Holes given up because all flows together held too many octets.
    pub reassembly_total: u64,
    /// Holes given up because one side held too many segments.
    pub reassembly_segments: u64,
    /// Fragmented datagrams evicted.
    pub fragments: u64,
    /// Fragments beyond the largest datagram.
    pub fragment_octets: u64,
}

impl NetFacts {
    /// The caps that were reached, by their names in `Limits`, with how often.
    pub fn limits_reached(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let limits = &self.limits;
        [
            ("flows", limits.flows),
            ("reassembly_stream", limits.reassembly_stream),
            ("reassembly_total", limits.reassembly_total),
            ("reassembly_segments", limits.reassembly_segments),
            ("fragments", limits.fragments),
            ("fragment_octets", limits.fragment_octets),
        ]
        .into_iter()
        .filter(|&(_, count)| count > 0)
    }
}

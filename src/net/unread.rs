//! Layers that are not read here, by name: under them anything may lie.

use std::collections::BTreeMap;
use std::fmt;

/// Different layers that are counted apart; further ones are counted together.
const MOST: usize = 64;

/// A layer that is not read here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unread {
    /// A link type, by its number in the tcpdump registry.
    Link(u16),
    /// A layer above the link.
    Layer(&'static str),
    /// What a tunnel of GRE carries, by its Ethernet protocol number.
    Gre(u16),
    /// A version of QUIC.
    QuicVersion(u32),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link(number) => write!(f, "packets of link type {number}"),
            Self::Layer(name) => write!(f, "packets of {name}"),
            Self::Gre(number) => write!(f, "packets of GRE with protocol 0x{number:04x}"),
            Self::QuicVersion(version) => write!(f, "packets of QUIC version 0x{version:08x}"),
        }
    }
}

/// How many packets ended at which layer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnreadCounts {
    counts: BTreeMap<Unread, u64>,
}

impl UnreadCounts {
    /// Counts a packet.
    pub fn count(&mut self, layer: Unread) {
        let known = self.counts.len() < MOST || self.counts.contains_key(&layer);
        let count = self.counts.entry(if known { layer } else { Unread::Layer("many other layers") }).or_default();
        *count = count.saturating_add(1);
    }

    /// The layers, with the packets that ended there.
    pub fn iter(&self) -> impl Iterator<Item = (Unread, u64)> {
        self.counts.iter().map(|(layer, count)| (*layer, *count))
    }

    /// Packets that ended at any of them.
    pub fn total(&self) -> u64 {
        self.counts.values().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

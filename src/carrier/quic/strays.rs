//! Datagrams of no known connection: they may have overtaken the first one of theirs, or belong to one whose keys are found later.

use std::collections::VecDeque;
use std::net::SocketAddr;

use bytes::Bytes;

use crate::net::UdpDatagram;

use super::open::SHORTEST;

/// Datagrams kept.
const MOST: usize = 1024;
/// Octets of them.
const OCTETS: usize = 1 << 20;
/// Octets of the longest datagram that is kept.
const LONGEST: usize = 1 << 14;
/// Beginnings of connections at which a datagram is tried.
const MOST_TRIES: u8 = 4;

/// A datagram, and how often it was tried again.
#[derive(Debug)]
pub(super) struct Stray {
    pub(super) datagram: UdpDatagram,
    tries: u8,
}

/// Datagrams in the order of the capture, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Strays {
    kept: VecDeque<Stray>,
    octets: usize,
}

impl Strays {
    /// Keeps a datagram that may be one of QUIC.
    pub(super) fn keep(&mut self, datagram: &UdpDatagram) {
        let fixed = datagram.bytes.first().is_some_and(|first| first & 0x40 != 0);
        if fixed && datagram.bytes.len() > SHORTEST && datagram.bytes.len() <= LONGEST {
            let bytes = Bytes::copy_from_slice(&datagram.bytes);
            self.push(Stray { datagram: UdpDatagram { bytes, ..datagram.clone() }, tries: 0 });
        }
    }

    /// Keeps a datagram that was tried in vain, unless that was often.
    pub(super) fn keep_again(&mut self, stray: Stray) {
        if stray.tries < MOST_TRIES {
            self.push(Stray { tries: stray.tries.saturating_add(1), ..stray });
        }
    }

    /// Takes those between two addresses.
    pub(super) fn take_between(&mut self, ends: [SocketAddr; 2]) -> VecDeque<Stray> {
        let (same, others): (VecDeque<Stray>, _) =
            std::mem::take(&mut self.kept).into_iter().partition(|stray| is_between(&stray.datagram, ends));
        self.kept = others;
        let octets = same.iter().fold(0_usize, |sum, stray| sum.saturating_add(stray.datagram.bytes.len()));
        self.octets = self.octets.saturating_sub(octets);
        same
    }

    /// Takes all of them.
    pub(super) fn take(&mut self) -> VecDeque<Stray> {
        self.octets = 0;
        std::mem::take(&mut self.kept)
    }

    /// The first one from the second of two addresses to the first.
    pub(super) fn answer(&self, [to, from]: [SocketAddr; 2]) -> Option<&UdpDatagram> {
        self.kept.iter().map(|stray| &stray.datagram).find(|datagram| datagram.ends == [from, to])
    }

    fn push(&mut self, stray: Stray) {
        self.octets = self.octets.saturating_add(stray.datagram.bytes.len());
        while self.kept.len() >= MOST || self.octets > OCTETS {
            let Some(gone) = self.kept.pop_front() else { break };
            self.octets = self.octets.saturating_sub(gone.datagram.bytes.len());
        }
        self.kept.push_back(stray);
    }
}

fn is_between(datagram: &UdpDatagram, [one, other]: [SocketAddr; 2]) -> bool {
    datagram.ends == [one, other] || datagram.ends == [other, one]
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests panic on purpose")]
mod tests {
    use super::*;
    use crate::net::At;

    fn end(port: u16) -> SocketAddr {
        SocketAddr::from(([192, 0, 2, 1], port))
    }

    fn datagram(from: u16, to: u16, len: usize) -> UdpDatagram {
        UdpDatagram { ends: [end(from), end(to)], bytes: vec![0x40; len].into(), cut: false, file_offset: 0, at: At::default() }
    }

    #[test]
    fn datagrams_between_two_addresses_come_in_their_order_and_others_stay() {
        let mut strays = Strays::default();
        for (from, to, len) in [(1, 2, 100), (3, 2, 101), (2, 1, 102), (1, 2, 5)] {
            strays.keep(&datagram(from, to, len));
        }
        assert_eq!(strays.answer([end(1), end(2)]).map(|found| found.bytes.len()), Some(102));
        let taken: Vec<usize> = strays.take_between([end(2), end(1)]).iter().map(|stray| stray.datagram.bytes.len()).collect();
        assert_eq!((taken, strays.octets), (vec![100, 102], 101));
        assert_eq!(strays.take().len(), 1);
    }

    #[test]
    fn what_is_kept_is_bounded_in_number_octets_and_tries() {
        let mut strays = Strays::default();
        (0..MOST + 10).for_each(|_| strays.keep(&datagram(1, 2, 30)));
        assert_eq!((strays.kept.len(), strays.octets), (MOST, MOST * 30));
        (0..100).for_each(|_| strays.keep(&datagram(1, 2, LONGEST)));
        assert!(strays.octets <= OCTETS + LONGEST, "{}", strays.octets);
        let mut rounds = 0;
        while let Some(stray) = strays.take().pop_front() {
            strays.keep_again(stray);
            rounds += 1;
        }
        assert_eq!(rounds, usize::from(MOST_TRIES) + 1);
    }
}

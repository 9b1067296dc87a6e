//! One ordered run of octets: its splitter, and what waits until the flow is known to carry N-PAMP.

use bytes::Bytes;

use crate::base::direction::Direction;
use crate::base::id::StreamId;
use crate::carrier::event::Unit;
use crate::net::At;
use crate::npamp::header::{Header, MAGIC};
use crate::npamp::splitter::Splitter;
use crate::rules::context::Lane;
use crate::store::row::End;
use crate::store::segments::Segment;

/// Places of octets kept for a run that has shown no frame yet: the largest frame in segments of an ordinary path.
pub(super) const PENDING: usize = 16_384;

/// One ordered run of octets in one direction.
pub(super) struct Run {
    pub(super) side: usize,
    /// The QUIC stream.
    pub(super) quic_stream: Option<u64>,
    /// Of QUIC datagrams, one after another: where the present one begins, and its octets.
    pub(super) datagram: Option<(u64, Bytes)>,
    /// Whether a frame was found in it; of datagrams, in the present one.
    pub(super) framed: bool,
    /// Where the octets begin that it was given last.
    pub(super) latest: u64,
    /// Numbers of the packets of QUIC that held the octets before those, and those.
    pub(super) numbers: [u64; 2],
    /// How it ended, where it ends before its transport.
    pub(super) over: Option<End>,
    pub(super) splitter: Splitter,
    /// Its row, once there is an association.
    pub(super) stream: Option<StreamId>,
    pub(super) pending: Vec<Located>,
    pub(super) gaps: Vec<(u64, u64, bool, At)>,
    pub(super) garbage: Vec<Garbage>,
    /// Whether its first octets may be missing, until its first frame was seen.
    pub(super) late: bool,
}

/// Where octets of a run lie.
#[derive(Clone, Copy)]
pub(super) enum Located {
    /// In the capture as they are.
    Clear(Segment),
    /// In a sealed unit: their offset in the run, and how many they are.
    Sealed { offset: u64, length: u16, unit: Unit, input: u16 },
}

/// The next octets of a run.
pub(super) struct Chunk {
    pub(super) offset: u64,
    pub(super) bytes: Bytes,
    /// The number of the packet of QUIC that held them.
    pub(super) number: u64,
    /// Where they can be read back.
    pub(super) located: Option<Located>,
    pub(super) at: At,
}

/// Octets before the first frame that are none.
pub(super) struct Garbage {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) head: Bytes,
    /// Whether the capture explains them.
    pub(super) innocent: bool,
    pub(super) at: At,
}

impl Run {
    /// A run without octets.
    pub(super) const fn new(side: usize, quic_stream: Option<u64>, splitter: Splitter) -> Self {
        Self {
            side,
            quic_stream,
            datagram: None,
            latest: 0,
            numbers: [0; 2],
            framed: false,
            over: None,
            splitter,
            stream: None,
            pending: Vec::new(),
            gaps: Vec::new(),
            garbage: Vec::new(),
            late: false,
        }
    }

    /// Its direction, once the client's side is known.
    pub(super) const fn direction(&self, client: usize) -> Direction {
        if self.side == client { Direction::C2s } else { Direction::S2c }
    }

    /// Where a frame at `offset` lies in a QUIC connection.
    pub(super) fn lane(&self, offset: u64, header: &Header) -> Lane {
        let Some((start, octets)) = &self.datagram else { return Lane { stream: self.quic_stream, ..Lane::default() } };
        let at = |offset: u64| octets.get(usize::try_from(offset.saturating_sub(*start)).unwrap_or(usize::MAX)..).unwrap_or_default();
        let followed = at(offset.saturating_add(header.frame_len())).starts_with(&MAGIC);
        Lane { available: Some(at(offset).len() as u64), followed, ..Lane::default() }
    }

    /// Whether no octet of it came, and none is known to be missing.
    pub(super) fn is_untouched(&self) -> bool {
        self.splitter.start() == 0 && self.gaps.is_empty() && self.garbage.is_empty()
    }

    /// Keeps the place of octets as long as the splitter may need them.
    pub(super) fn keep(&mut self, located: Located) {
        let needed = self.splitter.start();
        let gone = self.pending.partition_point(|located| located.end() <= needed);
        self.pending.drain(..gone.max(self.pending.len().saturating_sub(PENDING)));
        self.pending.push(located);
    }
}

impl Located {
    fn end(&self) -> u64 {
        match self {
            Self::Clear(segment) => segment.offset + u64::from(segment.length),
            Self::Sealed { offset, length, .. } => offset + u64::from(*length),
        }
    }
}

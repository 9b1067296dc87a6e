//! A transport flow as the engine keeps it: what carries it, its runs of octets, what waits until it is known to carry N-PAMP.

use std::collections::VecDeque;
use std::net::SocketAddr;

use bytes::Bytes;
use smallvec::SmallVec;

use crate::base::direction::Direction;
use crate::base::id::{SealId, StreamId, TransportId};
use crate::base::limits::Limits;
use crate::carrier::event::Unit;
use crate::carrier::facts::Facts;
use crate::carrier::tls::Tls;
use crate::net::{At, CloseReason};
use crate::npamp::header::{Header, MAGIC};
use crate::npamp::splitter::Splitter;
use crate::rules::context::Lane;
use crate::store::octets::{self, Segment};
use crate::store::row::{End, SealRow};
use crate::store::snapshot::Store;

use super::quic::Streams;

/// Places of octets kept for a run that has shown no frame yet: the largest frame in segments of an ordinary path.
const PENDING: usize = 16_384;

/// A transport flow. Its first two runs are the two sides of a TCP connection.
pub(super) struct Flow {
    pub(super) ends: [SocketAddr; 2],
    /// Which end began the connection.
    pub(super) opener: Option<usize>,
    pub(super) first: At,
    pub(super) carried: Carried,
    pub(super) runs: SmallVec<[Run; 2]>,
    /// The association, once there is one, and the side of its client.
    pub(super) association: Option<(usize, usize)>,
    pub(super) fin: [bool; 2],
    pub(super) rst: bool,
    /// How the connection ended, while records of it wait for a key.
    pub(super) over: Option<(CloseReason, At)>,
}

/// What carries a flow.
pub(super) enum Carried {
    /// The first octets, as far as they are there, do not tell.
    Unknown(Vec<Held>),
    /// Nothing: frames lie in the octets as they are.
    Plain,
    /// Nothing so far; but the start was not captured, and it may show to be TLS.
    Perhaps(Box<Outer>),
    /// TLS.
    Tls(Box<Outer>),
    /// TLS that is none of ours.
    Foreign,
    /// QUIC.
    Quic(Box<Streams>),
}

/// Octets that came before it was known what carries them.
pub(super) struct Held {
    pub(super) side: usize,
    pub(super) segment: Segment,
    pub(super) bytes: Bytes,
    pub(super) at: At,
}

/// TLS below the runs of a flow, and where its octets lie.
pub(super) struct Outer {
    pub(super) tls: Tls,
    /// Segments that may be needed once the flow shows to carry N-PAMP.
    pending: [VecDeque<Segment>; 2],
    transports: Option<[TransportId; 2]>,
    /// For a key of the carrier and a base of numbers, its row.
    seals: Vec<(u32, u64, SealId)>,
    /// State of the facts that was last passed on.
    pub(super) told: u32,
}

/// One ordered run of octets in one direction.
pub(super) struct Run {
    pub(super) side: usize,
    /// The QUIC stream.
    pub(super) quic_stream: Option<u64>,
    /// Of QUIC datagrams, one after another: where the present one begins, and its octets.
    pub(super) datagram: Option<(u64, Bytes)>,
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

/// Octets before the first frame that are none.
pub(super) struct Garbage {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) head: Bytes,
    /// Whether the capture explains them.
    pub(super) innocent: bool,
    pub(super) at: At,
}

impl Flow {
    /// A TCP connection.
    pub(super) fn new(ends: [SocketAddr; 2], opener: Option<usize>, first: At, limits: &Limits) -> Self {
        let run = |side| Run::new(side, None, Splitter::new(limits, opener.is_some()));
        let runs = SmallVec::from_buf([run(0), run(1)]);
        Self {
            ends,
            opener,
            first,
            carried: Carried::Unknown(Vec::new()),
            runs,
            association: None,
            fin: [false; 2],
            rst: false,
            over: None,
        }
    }

    /// A QUIC connection: side 0 is the client, and runs come as they are used.
    pub(super) fn over_quic(ends: [SocketAddr; 2], first: At, streams: Streams) -> Self {
        let carried = Carried::Quic(Box::new(streams));
        Self { ends, opener: Some(0), first, carried, runs: SmallVec::new(), association: None, fin: [false; 2], rst: false, over: None }
    }

    /// Client and server were taken for each other.
    pub(super) fn swap_roles(&mut self) {
        if let Some((_, client)) = &mut self.association {
            *client = 1 - *client;
        }
    }

    /// The side that sends in a direction, once the client's side is known.
    pub(super) fn side_of(&self, direction: Direction) -> Option<usize> {
        let (_, client) = self.association?;
        Some(if direction == Direction::C2s { client } else { 1 - client })
    }

    /// What is known of its carrier; `None` on plain TCP.
    pub(super) fn facts(&self) -> Option<&Facts> {
        match &self.carried {
            Carried::Tls(outer) => Some(outer.tls.facts()),
            Carried::Quic(streams) => Some(&streams.facts),
            _ => None,
        }
    }

    /// Whether the beginning of the frames was captured, where the carrier tells.
    pub(super) fn is_from_start(&self) -> Option<bool> {
        match &self.carried {
            Carried::Quic(streams) if !streams.late => Some(true),
            _ => None,
        }
    }

    /// TLS, or what may be.
    pub(super) fn outer(&mut self) -> Option<&mut Outer> {
        match &mut self.carried {
            Carried::Tls(outer) | Carried::Perhaps(outer) => Some(outer),
            _ => None,
        }
    }

    /// How the transport of a side ended.
    pub(super) const fn end_of(&self, side: usize) -> End {
        if self.fin[side] {
            End::Fin
        } else if self.rst {
            End::Rst
        } else {
            End::CaptureEnd
        }
    }

    /// How a run ended: by itself, or with the transport of its side.
    pub(super) fn end_of_run(&self, run: usize) -> Option<End> {
        let run = self.runs.get(run)?;
        Some(run.over.unwrap_or_else(|| self.end_of(run.side)))
    }

    /// Forgets what was made of the octets so far: they show to be sealed.
    pub(super) fn begin_again(&mut self, limits: &Limits) {
        for run in &mut self.runs {
            *run = Run::new(run.side, None, Splitter::new(limits, true));
        }
    }

    /// Indexes octets of a run, or keeps their place until there is an association.
    pub(super) fn locate(&mut self, run: usize, located: Located, store: &mut Store) {
        let Some(Run { side, stream: Some(stream), .. }) = self.runs.get(run) else {
            if let Some(run) = self.runs.get_mut(run) {
                run.keep(located);
            }
            return;
        };
        let (side, stream) = (*side, *stream);
        match (located, &mut self.carried) {
            (Located::Clear(segment), _) => store.segments.push(stream, segment),
            (Located::Sealed { offset, length, unit, .. }, Carried::Tls(outer)) => {
                let transport = outer.transport(side, store);
                let (seal, number) = outer.seal(unit, store);
                let Unit { place, sealed, skip, .. } = unit;
                let unit = octets::Unit { offset, place, seal, number, length, sealed, skip, input: 0 };
                store.segments.push_unit(stream, Some(transport), unit);
            }
            (Located::Sealed { offset, length, unit, input }, Carried::Quic(streams)) => {
                let Some((seal, number)) = streams.seal(unit, store) else { return };
                let Unit { place, sealed, skip, .. } = unit;
                store.segments.push_unit(stream, None, octets::Unit { offset, place, seal, number, length, sealed, skip, input });
            }
            (Located::Sealed { .. }, _) => {}
        }
    }

    /// Indexes octets of a side below TLS, or keeps their place as long as it may be needed.
    pub(super) fn locate_below(&mut self, side: usize, segment: Segment, store: &mut Store) {
        let first = self.runs.get(side).and_then(|run| match run.pending.first() {
            Some(Located::Sealed { unit, .. }) => Some(unit.place),
            _ => None,
        });
        let Some(outer) = self.outer() else { return };
        if let Some(transports) = outer.transports {
            store.segments.push_transport(transports[side], segment);
            return;
        }
        let needed = outer.tls.needed(side).min(first.unwrap_or(u64::MAX));
        let pending = &mut outer.pending[side];
        while pending.front().is_some_and(|front| front.offset + u64::from(front.length) <= needed || pending.len() >= PENDING) {
            pending.pop_front();
        }
        pending.push_back(segment);
    }
}

impl Outer {
    pub(super) const fn new(tls: Tls) -> Self {
        Self { tls, pending: [VecDeque::new(), VecDeque::new()], transports: None, seals: Vec::new(), told: 0 }
    }

    /// The index of a side's octets, begun when it is first needed.
    fn transport(&mut self, side: usize, store: &mut Store) -> TransportId {
        let transports = *self.transports.get_or_insert_with(|| [store.segments.begin_transport(), store.segments.begin_transport()]);
        for (transport, pending) in transports.into_iter().zip(&mut self.pending) {
            for segment in pending.drain(..) {
                store.segments.push_transport(transport, segment);
            }
        }
        transports[side]
    }

    /// The row of the key that opened a unit, made when it is new, and the unit's number counted from its base.
    fn seal(&mut self, unit: Unit, store: &mut Store) -> (SealId, u32) {
        let counted = |base: u64| u32::try_from(unit.number.checked_sub(base)?).ok();
        let known = self.seals.iter().rev().find_map(|(key, base, id)| Some((*id, counted(*base).filter(|_| *key == unit.key)?)));
        if let Some(known) = known {
            return known;
        }
        let Some(seal) = self.tls.seal(unit.key).cloned() else { return (SealId::default(), 0) };
        let id = SealId::from_index(store.seals.push(SealRow { seal, base: unit.number }));
        self.seals.push((unit.key, unit.number, id));
        (id, 0)
    }
}

impl Run {
    /// A run without octets.
    pub(super) const fn new(side: usize, quic_stream: Option<u64>, splitter: Splitter) -> Self {
        Self {
            side,
            quic_stream,
            datagram: None,
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

    /// Keeps the place of octets as long as the splitter may need them.
    fn keep(&mut self, located: Located) {
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

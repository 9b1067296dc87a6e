//! A transport flow as the engine keeps it: what carries it, its runs of octets, its association.

use std::net::SocketAddr;

use bytes::Bytes;
use smallvec::SmallVec;

use crate::base::direction::Direction;
use crate::base::limits::Limits;
use crate::carrier::event::Unit;
use crate::carrier::facts::Facts;
use crate::net::{At, CloseReason};
use crate::npamp::splitter::Splitter;
use crate::store::row::End;
use crate::store::segments::{self, Segment};
use crate::store::snapshot::Store;

use super::outer::Outer;
use super::run::{Located, Run};
use super::streams::Streams;

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

    /// The side that is the client of its transport: the one whose keys or hello show it to be, else the one that began it.
    pub(super) fn transport_client(&self) -> Option<usize> {
        match &self.carried {
            Carried::Tls(outer) => outer.tls.client().or(self.opener),
            _ => self.opener,
        }
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

    /// How a run ended: by itself, or with the transport of its side. That QUIC was closed does not tell where its streams end.
    pub(super) fn end_of_run(&self, run: usize) -> Option<End> {
        let run = self.runs.get(run)?;
        let streams = matches!(self.carried, Carried::Quic(_));
        Some(run.over.unwrap_or_else(|| if streams { End::CaptureEnd } else { self.end_of(run.side) }))
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
                let unit = segments::Unit { offset, place, seal, number, length, sealed, skip, input: 0 };
                store.segments.push_unit(stream, Some(transport), unit);
            }
            (Located::Sealed { offset, length, unit, input }, Carried::Quic(streams)) => {
                let Some((seal, number)) = streams.seal(unit, store) else { return };
                let Unit { place, sealed, skip, .. } = unit;
                store.segments.push_unit(stream, None, segments::Unit { offset, place, seal, number, length, sealed, skip, input });
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
        if let Some(outer) = self.outer() {
            outer.locate(side, segment, first, store);
        }
    }
}

//! Where the octets of streams lie in the capture.

use crate::base::id::{SealId, StreamId, TransportId};
use crate::base::input::SCATTERED;

use super::log::Log;

/// A run of stream octets in an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Offset of the first octet in the stream.
    pub offset: u64,
    /// Offset of the first octet in the input, or its [number](SCATTERED).
    pub file_offset: u64,
    /// Octets.
    pub length: u32,
    /// Input, 0-based.
    pub input: u16,
}

/// A run of stream octets inside a sealed unit: a record of TLS, a packet of QUIC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Offset of the first octet in the stream.
    pub offset: u64,
    /// Where the unit begins: in the octets of its transport when the stream has one, else in the input or by its [number](SCATTERED).
    pub place: u64,
    /// What opens it.
    pub seal: SealId,
    /// Its number, counted from the seal's base.
    pub number: u32,
    /// Octets of the stream in it.
    pub length: u16,
    /// Octets of the unit as captured.
    pub sealed: u16,
    /// Opened octets before those of the stream.
    pub skip: u16,
    /// Input, 0-based.
    pub input: u16,
}

impl Unit {
    /// Where a unit lies that has no transport.
    pub const fn captured(&self) -> Segment {
        Segment { offset: 0, file_offset: self.place, length: self.sealed as u32, input: self.input }
    }
}

/// What has a place in a stream.
trait Placed: Clone {
    fn offset(&self) -> u64;
    fn end(&self) -> u64;
}

impl Placed for Segment {
    fn offset(&self) -> u64 {
        self.offset
    }

    fn end(&self) -> u64 {
        self.offset + u64::from(self.length)
    }
}

impl Placed for Unit {
    fn offset(&self) -> u64 {
        self.offset
    }

    fn end(&self) -> u64 {
        self.offset + u64::from(self.length)
    }
}

/// Where the octets of one stream lie.
#[derive(Clone, Debug)]
enum Place {
    /// In the input, as they are.
    Clear(Log<Segment>),
    /// In sealed units, of the transport named if any.
    Sealed(Option<TransportId>, Log<Unit>),
}

/// What covers a range of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Runs of the inputs.
    Clear(Vec<Segment>),
    /// Sealed units, of the transport named if any, each with the first octet in it that is meant and how many are.
    Sealed(Option<TransportId>, Vec<(Unit, u64, u64)>),
}

/// For every stream, its segments or sealed units in stream order.
#[derive(Clone, Debug, Default)]
pub struct SegmentIndex {
    streams: Vec<Option<Place>>,
    transports: Vec<Log<Segment>>,
    /// Where octets lie that have numbers instead of places: each part by the number of its first octet.
    scattered: Log<Segment>,
}

impl SegmentIndex {
    /// Appends a segment. Segments of a stream come in order and do not overlap.
    pub fn push(&mut self, stream: StreamId, segment: Segment) {
        if let Place::Clear(log) = self.place(stream, || Place::Clear(Log::new())) {
            log.push(segment);
        }
    }

    /// Appends a sealed unit, found in a transport or else in the input itself. Units of a stream come in order and do not overlap.
    pub fn push_unit(&mut self, stream: StreamId, transport: Option<TransportId>, unit: Unit) {
        if let Place::Sealed(_, log) = self.place(stream, || Place::Sealed(transport, Log::new())) {
            log.push(unit);
        }
    }

    /// Streams that are over: nothing more is appended.
    pub fn settle(&mut self, streams: &[StreamId]) {
        for stream in streams {
            match self.streams.get_mut(stream.index()) {
                Some(Some(Place::Clear(log))) => log.settle(),
                Some(Some(Place::Sealed(transport, log))) => {
                    log.settle();
                    if let Some(below) = transport.and_then(|id| self.transports.get_mut(id.index())) {
                        below.settle();
                    }
                }
                _ => {}
            }
        }
    }

    /// Forgets what ends at `end` of a stream or before: it is not read back any more.
    pub fn evict(&mut self, stream: StreamId, end: u64) {
        match self.streams.get_mut(stream.index()) {
            Some(Some(Place::Clear(log))) => log.evict_while(|segment| segment.end() <= end),
            Some(Some(Place::Sealed(transport, log))) => {
                log.evict_while(|unit| unit.end() <= end);
                let from = log.get(log.first()).map(|unit| unit.place);
                let below = transport.and_then(|id| self.transports.get_mut(id.index()));
                if let (Some(from), Some(below)) = (from, below) {
                    below.evict_while(|segment| segment.end() <= from);
                }
            }
            _ => {}
        }
    }

    /// A new transport: the octets of one side of a connection whose records are indexed.
    pub fn begin_transport(&mut self) -> TransportId {
        self.transports.push(Log::new());
        TransportId::from_index(self.transports.len() - 1)
    }

    /// Appends a segment of a transport.
    pub fn push_transport(&mut self, transport: TransportId, segment: Segment) {
        if let Some(log) = self.transports.get_mut(transport.index()) {
            log.push(segment);
        }
    }

    /// Appends a part of a datagram that came in fragments: numbers rise. Keeps at most so many parts; answers how many went.
    pub fn push_scattered(&mut self, part: Segment, most: usize) -> usize {
        self.scattered.push(part);
        let first = self.scattered.first();
        self.scattered.evict_to(most);
        self.scattered.first().saturating_sub(first)
    }

    /// Where octets lie in the inputs: those with numbers in parts. `None` when some part is not known any more.
    pub fn resolve(&self, segment: Segment) -> Option<Vec<Segment>> {
        if segment.file_offset < SCATTERED {
            return Some(vec![segment]);
        }
        segments(&self.scattered, segment.file_offset, segment.file_offset.checked_add(segment.length.into())?)
    }

    /// What covers `start..end` of a stream; `None` when some octet is not indexed.
    pub fn cover(&self, stream: StreamId, start: u64, end: u64) -> Option<Cover> {
        Some(match self.streams.get(stream.index())?.as_ref()? {
            Place::Clear(log) => Cover::Clear(segments(log, start, end)?),
            Place::Sealed(transport, log) => Cover::Sealed(*transport, cover(log, start, end)?),
        })
    }

    /// The segments that cover `start..end` of a transport, cut to it.
    pub fn cover_transport(&self, transport: TransportId, start: u64, end: u64) -> Option<Vec<Segment>> {
        segments(self.transports.get(transport.index())?, start, end)
    }

    fn place(&mut self, stream: StreamId, new: impl FnOnce() -> Place) -> &mut Place {
        if self.streams.len() <= stream.index() {
            self.streams.resize(stream.index() + 1, None);
        }
        self.streams[stream.index()].get_or_insert_with(new)
    }
}

/// The segments that cover a range, cut to it.
fn segments(log: &Log<Segment>, start: u64, end: u64) -> Option<Vec<Segment>> {
    let cut = |(segment, skip, take): (Segment, u64, u64)| {
        Some(Segment {
            offset: segment.offset + skip,
            file_offset: segment.file_offset + skip,
            length: u32::try_from(take).ok()?,
            input: segment.input,
        })
    };
    cover(log, start, end)?.into_iter().map(cut).collect()
}

/// What covers a range: each item with its first octet that is meant and how many are.
fn cover<T: Placed>(log: &Log<T>, start: u64, end: u64) -> Option<Vec<(T, u64, u64)>> {
    let (mut low, mut high) = (log.first(), log.len());
    while low < high {
        let middle = low.midpoint(high);
        if log.get(middle)?.end() <= start { low = middle + 1 } else { high = middle }
    }
    let (mut out, mut at) = (Vec::new(), start);
    while at < end {
        let item = log.get(low)?;
        let skip = at.checked_sub(item.offset())?;
        let take = item.end().checked_sub(at)?.min(end - at);
        out.push((item.clone(), skip, take));
        at += take;
        low += 1;
    }
    Some(out)
}

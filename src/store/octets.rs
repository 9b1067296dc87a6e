//! Octets are not kept: this index says where they lie in the capture, and [`Octets`] reads them back and opens them again.

use std::io;
use std::sync::Arc;

use crate::base::id::{FrameId, SealId, StreamId, TransportId};
use crate::base::input::{ReadAt, SCATTERED};
use crate::carrier::reopen::reopen;
use crate::crypto::aead::RecordKey;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::expand_label;

use super::log::Log;
use super::row::{FrameRow, PhaseRow, Protection};
use super::snapshot::Snapshot;

/// Octets of the header that the AEAD covers.
const COVERED_LEN: usize = 21;
/// Octets of the header.
const HEADER_LEN: usize = 36;

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

/// A frame's octets, read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameOctets {
    /// Header and payload as on the wire.
    pub wire: Vec<u8>,
    /// The payload: as carried when clear, as opened when opened; `None` when sealed.
    pub plain: Option<Vec<u8>>,
}

impl FrameOctets {
    /// The 36 header octets.
    pub fn header(&self) -> &[u8] {
        self.wire.get(..HEADER_LEN).unwrap_or(&self.wire)
    }
}

/// Reads frames back from the inputs.
#[derive(Clone)]
pub struct Octets {
    inputs: Arc<dyn ReadAt>,
}

impl Octets {
    /// A reader over the inputs of a snapshot.
    pub fn new(inputs: Arc<dyn ReadAt>) -> Self {
        Self { inputs }
    }

    /// The octets of a frame. An incomplete frame yields its header alone.
    pub fn frame(&self, snapshot: &Snapshot, id: FrameId) -> io::Result<FrameOctets> {
        let row =
            snapshot.frame(id).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "its row was let go to keep within the memory"))?;
        let length = if row.complete { u64::from(row.length) } else { HEADER_LEN as u64 };
        let wire = self.stream(snapshot, row.stream, row.offset, row.offset + length)?;
        let plain = plain_of(row, snapshot.phase_of(row), &wire);
        Ok(FrameOctets { wire, plain })
    }

    /// Octets `start..end` of a stream.
    pub fn stream(&self, snapshot: &Snapshot, stream: StreamId, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let length = usize::try_from(end.saturating_sub(start)).unwrap_or(0);
        match snapshot.segments.cover(stream, start, end).ok_or_else(absent)? {
            Cover::Clear(segments) => self.segments(snapshot, &segments, length),
            Cover::Sealed(transport, units) => {
                let mut out = Vec::with_capacity(length);
                for (unit, skip, take) in units {
                    let opened = self.unit(snapshot, transport, &unit)?;
                    let from = usize::from(unit.skip) + usize::try_from(skip).unwrap_or(usize::MAX);
                    let part = opened.get(from..).and_then(|rest| rest.get(..usize::try_from(take).ok()?));
                    out.extend_from_slice(part.ok_or_else(absent)?);
                }
                Ok(out)
            }
        }
    }

    fn segments(&self, snapshot: &Snapshot, segments: &[Segment], length: usize) -> io::Result<Vec<u8>> {
        let mut out = vec![0; length];
        let mut rest = out.as_mut_slice();
        let parts: Option<Vec<Vec<Segment>>> = segments.iter().map(|segment| snapshot.segments.resolve(*segment)).collect();
        for segment in parts.ok_or_else(absent)?.iter().flatten() {
            let (part, after) = rest.split_at_mut((segment.length as usize).min(rest.len()));
            self.inputs.read_at(usize::from(segment.input), segment.file_offset, part)?;
            rest = after;
        }
        Ok(out)
    }

    /// The content of a sealed unit, opened again.
    fn unit(&self, snapshot: &Snapshot, transport: Option<TransportId>, unit: &Unit) -> io::Result<Vec<u8>> {
        let row = snapshot.seals.get(unit.seal.index()).ok_or_else(absent)?;
        let length = usize::from(unit.sealed);
        let sealed = if let Some(transport) = transport {
            let segments = snapshot.segments.cover_transport(transport, unit.place, unit.place + u64::from(unit.sealed));
            self.segments(snapshot, &segments.ok_or_else(absent)?, length)?
        } else {
            self.segments(snapshot, &[unit.captured()], length)?
        };
        reopen(&row.seal, row.base + u64::from(unit.number), sealed).ok_or_else(|| io::Error::other("the record does not open again"))
    }
}

fn absent() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "the octets are not in the capture")
}

fn plain_of(row: &FrameRow, phase: Option<&PhaseRow>, wire: &[u8]) -> Option<Vec<u8>> {
    if !row.complete {
        return None;
    }
    let payload = wire.get(HEADER_LEN..)?;
    match row.protection {
        Protection::Clear => Some(payload.to_vec()),
        Protection::Sealed(_) => None,
        Protection::Opened => {
            let key = record_key(phase?)?;
            let mut sealed = payload.to_vec();
            let length = key.open(key.nonce(row.seq), wire.get(..COVERED_LEN)?, &mut sealed)?.len();
            sealed.truncate(length);
            Some(sealed)
        }
    }
}

/// The record key of a key scope [core §7.4].
pub fn record_key(phase: &PhaseRow) -> Option<RecordKey> {
    let hash = if phase.sha384 { Hash::Sha384 } else { Hash::Sha256 };
    let key = expand_label(hash, phase.secret.expose(), "key", b"", 32);
    let iv = expand_label(hash, phase.secret.expose(), "iv", b"", 12);
    RecordKey::new(phase.suite, key.expose(), iv.expose())
}

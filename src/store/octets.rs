//! Octets are not kept: this index says where they lie in the capture, and [`Octets`] reads them back and opens them again.

use std::io;
use std::sync::Arc;

use crate::base::id::{FrameId, StreamId};
use crate::base::input::ReadAt;
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
    /// Offset of the first octet in the input.
    pub file_offset: u64,
    /// Octets.
    pub length: u32,
    /// Input, 0-based.
    pub input: u16,
}

/// For every stream, its segments in stream order.
#[derive(Clone, Debug, Default)]
pub struct SegmentIndex {
    streams: Vec<Log<Segment>>,
}

impl SegmentIndex {
    /// Appends a segment. Segments of a stream come in order and do not overlap.
    pub fn push(&mut self, stream: StreamId, segment: Segment) {
        while self.streams.len() <= stream.index() {
            self.streams.push(Log::new());
        }
        if let Some(log) = self.streams.get_mut(stream.index()) {
            log.push(segment);
        }
    }

    /// The segments that cover `start..end` of a stream, cut to it; `None` when some octet is not indexed.
    pub fn cover(&self, stream: StreamId, start: u64, end: u64) -> Option<Vec<Segment>> {
        let log = self.streams.get(stream.index())?;
        let (mut low, mut high) = (log.first(), log.len());
        while low < high {
            let middle = low.midpoint(high);
            let segment = log.get(middle)?;
            if segment.offset + u64::from(segment.length) <= start { low = middle + 1 } else { high = middle }
        }
        let mut out = Vec::new();
        let mut at = start;
        while at < end {
            let segment = log.get(low)?;
            if segment.offset > at {
                return None;
            }
            let skip = at - segment.offset;
            let take = (u64::from(segment.length).checked_sub(skip)?).min(end - at);
            out.push(Segment {
                offset: at,
                file_offset: segment.file_offset + skip,
                length: u32::try_from(take).ok()?,
                input: segment.input,
            });
            at += take;
            low += 1;
        }
        Some(out)
    }
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
        let row = snapshot.frame(id).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the row was evicted"))?;
        let length = if row.complete { u64::from(row.length) } else { HEADER_LEN as u64 };
        let wire = self.stream(snapshot, row.stream, row.offset, row.offset + length)?;
        let plain = plain_of(row, snapshot.phase_of(row), &wire);
        Ok(FrameOctets { wire, plain })
    }

    /// Octets `start..end` of a stream.
    pub fn stream(&self, snapshot: &Snapshot, stream: StreamId, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let segments = snapshot
            .segments
            .cover(stream, start, end)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the octets are not in the capture"))?;
        let mut out = vec![0; usize::try_from(end.saturating_sub(start)).unwrap_or(0)];
        let mut rest = out.as_mut_slice();
        for segment in segments {
            let (part, after) = rest.split_at_mut((segment.length as usize).min(rest.len()));
            self.inputs.read_at(usize::from(segment.input), segment.file_offset, part)?;
            rest = after;
        }
        Ok(out)
    }
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

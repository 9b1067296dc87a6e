//! Octets are not kept: [`Octets`] reads them back from where the index says that they lie, and opens them again.

use std::io;
use std::sync::Arc;

use crate::base::id::{FrameId, StreamId, TransportId};
use crate::base::input::ReadAt;
use crate::carrier::reopen::reopen;
use crate::crypto::aead::RecordKey;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::expand_label;

use super::row::{FrameRow, PhaseRow, Protection};
use super::segments::{Cover, Segment, Unit};
use super::snapshot::Snapshot;

/// Octets of the header that the AEAD covers.
const COVERED_LEN: usize = 21;
/// Octets of the header.
const HEADER_LEN: usize = 36;

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

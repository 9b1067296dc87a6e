//! Where the findings about a frame point: which octets they light, and which fields they mark.

use crate::base::id::{FindingId, FrameId};
use crate::base::span::ByteSpan;
use crate::base::tree::Buffer;
use crate::store::finding::{Place, Severity};
use crate::store::snapshot::Snapshot;

use super::fold::Folds;

/// What one finding points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    severity: Severity,
    buffer: Buffer,
    span: ByteSpan,
    /// The field that says these octets.
    field: Option<usize>,
}

/// What the findings about one frame point at, worst first.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    spots: Vec<Spot>,
}

/// Findings of one frame whose places are shown; the list of findings has all.
const MOST: usize = 64;

impl Evidence {
    /// The places of the findings about a frame.
    pub fn of(snapshot: &Snapshot, frame: FrameId, folds: &Folds) -> Self {
        let findings = snapshot.findings_of_frame(frame).iter().filter_map(|id: &FindingId| snapshot.finding(*id));
        let foreign = folds.foreign_start();
        let spot = |severity, place| {
            let (buffer, span) = octets_of(place, foreign)?;
            Some(Spot { severity, buffer, span, field: folds.covering(buffer, span) })
        };
        let mut spots: Vec<Spot> = findings.filter_map(|row| spot(row.severity, row.place?)).take(MOST).collect();
        spots.sort_by_key(|spot| std::cmp::Reverse(spot.severity));
        Self { spots }
    }

    /// The worst finding that points at an octet.
    pub fn at(&self, buffer: Buffer, offset: usize) -> Option<Severity> {
        self.spots.iter().find(|spot| spot.buffer == buffer && spot.span.range().contains(&offset)).map(|spot| spot.severity)
    }

    /// The worst finding that begins in a range of octets.
    pub fn begins_in(&self, buffer: Buffer, range: &std::ops::Range<usize>) -> Option<Severity> {
        self.spots.iter().find(|spot| spot.buffer == buffer && range.contains(&(spot.span.start as usize))).map(|spot| spot.severity)
    }

    /// The worst finding about the fields from one up to another.
    pub fn of_fields(&self, range: &std::ops::Range<usize>) -> Option<Severity> {
        self.spots.iter().find(|spot| spot.field.is_some_and(|field| range.contains(&field))).map(|spot| spot.severity)
    }
}

/// Where a finding's place lies. Foreign octets end where the payload ends, so their start is known from the tree.
pub fn octets_of(place: Place, foreign: Option<u32>) -> Option<(Buffer, ByteSpan)> {
    Some(match place {
        Place::Header(span) => (Buffer::Header, span),
        Place::Payload(span) => (Buffer::Payload, span),
        Place::Foreign(span) => (Buffer::Payload, span.shift(foreign?)),
    })
}

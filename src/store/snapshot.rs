//! The immutable picture that readers see while the engine writes on.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId, PacketId, PhaseId, StreamId};
use crate::base::symbol::{Sym, Symbols};
use crate::base::time::Timestamp;
use crate::bridge::mapping::Mappings;
use crate::net::Unread;

use super::finding::Finding;
use super::keys::KeyIndex;
use super::log::Log;
use super::places::Places;
use super::row::{AssociationRow, ExchangeRow, ExchangeState, FrameRow, InputRow, PhaseRow, Protection, SealRow, StreamRow};
use super::segments::SegmentIndex;
use super::tally::Tally;

/// Frames of exchanges that have more than a request and a reply.
pub type LongExchanges = FxHashMap<ExchangeId, Vec<FrameId>>;

/// Findings of each frame and exchange, in order.
pub type FindingsBy<K> = FxHashMap<K, Vec<FindingId>>;

/// Everything the engine remembers. Cloning copies pointers, not rows.
#[derive(Clone, Debug, Default)]
pub struct Store {
    /// Input files.
    pub inputs: Vec<InputRow>,
    /// Which packets are of which input.
    pub places: Places,
    /// Packets seen.
    pub packets: u64,
    /// Associations in order of detection.
    pub associations: Log<AssociationRow>,
    /// Streams.
    pub streams: Log<StreamRow>,
    /// Key scopes.
    pub phases: Log<PhaseRow>,
    /// Keys of TLS and QUIC.
    pub seals: Log<SealRow>,
    /// Frames in order of completion.
    pub frames: Log<FrameRow>,
    /// Exchanges in order of their first frame.
    pub exchanges: Log<ExchangeRow>,
    /// Frame lists of long exchanges.
    pub long_exchanges: Arc<LongExchanges>,
    /// Findings in order.
    pub findings: Log<Finding>,
    /// Findings by frame.
    pub findings_by_frame: Arc<FindingsBy<FrameId>>,
    /// Findings by exchange.
    pub findings_by_exchange: Arc<FindingsBy<ExchangeId>>,
    /// How often traffic did what conformance clauses speak of.
    pub tally: Tally,
    /// Findings counted but not kept, per rule id.
    pub findings_dropped: Arc<Vec<(&'static str, u64)>>,
    /// Where octets lie in the inputs.
    pub segments: SegmentIndex,
    /// Interned texts.
    pub symbols: Arc<Symbols>,
    /// What identifiers of carried protocols mean.
    pub mappings: Mappings,
    /// Caps that were reached, with what was lost.
    pub limits_reached: Arc<Vec<(&'static str, u64)>>,
    /// Layers that are not read, with the packets that ended there.
    pub unread: Arc<Vec<(Unread, u64)>>,
    /// The capture's own time: that of the newest packet, or later where time is known to have passed on a quiet line.
    pub now: Timestamp,
    /// Whether the capture is over.
    pub finished: bool,
    /// Which secrets are known, as the driver says.
    pub keys: Arc<KeyIndex>,
    /// Which reading of the capture it is of: the first, one anew with further keys, one that went back for rows that were let go.
    pub reading: u32,
    /// Pictures of one numbering have the same rows in the same places; other pictures may not.
    pub numbering: u32,
}

/// A picture of the store; what readers hold.
pub type Snapshot = Store;

impl Default for Symbols {
    fn default() -> Self {
        Self::new(crate::base::limits::Limits::default().symbols)
    }
}

impl Store {
    /// Keeps at most this many frames and exchanges, and what belongs to them; the oldest go first, and exchanges with their first frames.
    pub fn retain(&mut self, frames: usize, exchanges: usize) {
        let first = self.frames.first();
        self.frames.evict_to_with(frames, |row| self.segments.evict(row.stream, row.offset + u64::from(row.length)));
        let oldest = self.exchanges.first();
        let kept = self.frames.first();
        self.exchanges.evict_while(|row| row.first.index() < kept);
        self.exchanges.evict_to(exchanges);
        if self.frames.first() > first || self.exchanges.first() > oldest {
            let kept = self.exchanges.first();
            if !self.long_exchanges.is_empty() {
                Arc::make_mut(&mut self.long_exchanges).retain(|id, _| id.index() >= kept);
            }
        }
    }

    /// Packets that passed and are not among those read, of all inputs: added to a packet's ordinal, it is the same in every reading.
    pub fn overwritten(&self) -> u64 {
        self.inputs.iter().map(|input| input.overwritten).sum()
    }

    /// The QUIC streams of an association by direction, in order and each once; `None` is its datagrams.
    pub fn quic_lanes(&self, id: AssociationId) -> [Vec<Option<u64>>; 2] {
        let mut lanes = [Vec::new(), Vec::new()];
        let quic = |row: &&StreamRow| row.association == id && (row.quic_stream.is_some() || row.datagrams);
        for row in self.streams.iter().map(|(_, row)| row).filter(quic) {
            lanes[row.direction.index()].push(row.quic_stream);
        }
        for lanes in &mut lanes {
            lanes.sort_unstable_by_key(|lane| lane.unwrap_or(u64::MAX));
            lanes.dedup();
        }
        lanes
    }

    /// Packets that ended at a layer which is not read.
    pub fn unread_total(&self) -> u64 {
        self.unread.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// A frame row.
    pub fn frame(&self, id: FrameId) -> Option<&FrameRow> {
        self.frames.get(id.index())
    }

    /// An exchange row.
    pub fn exchange(&self, id: ExchangeId) -> Option<&ExchangeRow> {
        self.exchanges.get(id.index())
    }

    /// An association row.
    pub fn association(&self, id: AssociationId) -> Option<&AssociationRow> {
        self.associations.get(id.index())
    }

    /// A finding.
    pub fn finding(&self, id: FindingId) -> Option<&Finding> {
        self.findings.get(id.index())
    }

    /// A stream row.
    pub fn stream(&self, id: StreamId) -> Option<&StreamRow> {
        self.streams.get(id.index())
    }

    /// A key scope.
    pub fn phase(&self, id: PhaseId) -> Option<&PhaseRow> {
        self.phases.get(id.index())
    }

    /// The key scope of an opened frame.
    pub fn phase_of(&self, frame: &FrameRow) -> Option<&PhaseRow> {
        if frame.protection == Protection::Opened { self.phase(frame.phase) } else { None }
    }

    /// The association of a frame.
    pub fn association_of(&self, frame: &FrameRow) -> AssociationId {
        self.stream(frame.stream).map_or_else(AssociationId::default, |stream| stream.association)
    }

    /// The direction of a frame.
    pub fn direction_of(&self, frame: &FrameRow) -> Direction {
        self.stream(frame.stream).map_or_else(Direction::default, |stream| stream.direction)
    }

    /// The text of a symbol.
    pub fn text(&self, sym: Sym) -> &str {
        self.symbols.text(sym)
    }

    /// Association numbers as people read them: order of first packet, not of detection. Indexed by id.
    pub fn association_numbers(&self) -> Vec<u64> {
        let mut order: Vec<(PacketId, usize)> = self.associations.iter().map(|(at, row)| (row.first_packet, at)).collect();
        order.sort_unstable();
        let mut numbers = vec![0; self.associations.len()];
        for (number, (_, at)) in order.iter().enumerate() {
            if let Some(slot) = numbers.get_mut(*at) {
                *slot = number as u64 + 1;
            }
        }
        numbers
    }

    /// Input file (1-based) and packet in it (1-based) of a packet ordinal.
    pub fn packet_place(&self, packet: PacketId) -> (u64, u64) {
        self.places.find(packet)
    }

    /// All frames of an exchange, in order.
    pub fn exchange_frames(&self, id: ExchangeId) -> Vec<FrameId> {
        if let Some(listed) = self.long_exchanges.get(&id) {
            return listed.clone();
        }
        let Some(row) = self.exchange(id) else { return Vec::new() };
        let mut frames = vec![row.first];
        for frame in [row.request, row.reply].into_iter().flatten() {
            if !frames.contains(&frame) {
                frames.push(frame);
            }
        }
        frames.sort_unstable();
        frames
    }

    /// Findings about a frame.
    pub fn findings_of_frame(&self, id: FrameId) -> &[FindingId] {
        self.findings_by_frame.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Findings about an exchange: those that name it, its frames' included.
    pub fn findings_of_exchange(&self, id: ExchangeId) -> &[FindingId] {
        self.findings_by_exchange.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Nanoseconds from request to terminal reply.
    pub fn latency(&self, row: &ExchangeRow) -> Option<i64> {
        if row.state == ExchangeState::Notification {
            return None;
        }
        let (request, reply) = (self.frame(row.request?)?, self.frame(row.reply?)?);
        Some(reply.time.since(request.time))
    }

    /// Findings in all: errors, warnings, notes; those not kept are not counted.
    pub fn finding_counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for (_, finding) in self.findings.iter() {
            if let Some(slot) = counts.get_mut(finding.severity.index()) {
                *slot += 1;
            }
        }
        counts
    }
}

//! One association as the engine keeps it: session state, and what its row will say.

use std::net::SocketAddr;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, FlowId, PacketId, PhaseId, StreamId};
use crate::base::time::Timestamp;
use crate::carrier::facts::Facts;
use crate::npamp::header::{Header, flag};
use crate::npamp::keyring::{Opening, Probe};
use crate::npamp::protection::{Protection, SealedReason};
use crate::rules::context::AssociationCtx;
use crate::session::association::Association;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::finding::Severity;
use crate::store::row::{AssociationRow, End, Gap, PhaseRow, Start};
use crate::store::snapshot::Store;

use super::queue::Queue;
use super::raw::Raw;
use super::silence::Silence;

/// Channels whose runs are remembered: as many as have state.
const MOST_RUNS: usize = 512;

/// What is fixed when an association begins.
pub(super) struct Origin {
    pub(super) flow: FlowId,
    pub(super) first_packet: PacketId,
    pub(super) first_time: Timestamp,
    /// Client and server.
    pub(super) ends: [SocketAddr; 2],
    /// Every stream of it.
    pub(super) streams: Vec<StreamId>,
    pub(super) start: Start,
}

pub(super) struct Assoc {
    pub(super) id: AssociationId,
    pub(super) origin: Origin,
    pub(super) state: Association,
    pub(super) last_time: Timestamp,
    pub(super) end: End,
    /// Up to when the capture would have shown more of it.
    pub(super) ended: Timestamp,
    pub(super) frames: [u64; 2],
    pub(super) exchanges: u64,
    opened: u64,
    sealed: Vec<(Direction, Channel, SealedReason, u64)>,
    findings: [u64; 3],
    gaps: [Vec<Gap>; 2],
    gap_count: [u64; 2],
    /// Octets went missing since the last frame, per direction.
    pub(super) gap_since: [bool; 2],
    /// What protects its octets.
    carrier: Option<Arc<Facts>>,
    /// Sealed units of the carrier were captured, per direction, opened or not.
    captured: [bool; 2],
    /// The run on which each channel began, by direction, where there are several.
    runs: FxHashMap<(Direction, Channel), StreamId>,
    /// Frames that wait for others.
    pub(super) queue: Queue,
    /// Findings that wait for packets.
    pub(super) silence: Silence,
    /// Key scopes in the order of their first use.
    phases: Vec<PhaseId>,
    dirty: bool,
}

impl Assoc {
    pub(super) fn new(id: AssociationId, origin: Origin, state: Association) -> Self {
        Self {
            id,
            last_time: origin.first_time,
            ended: origin.first_time,
            origin,
            state,
            end: End::CaptureEnd,
            frames: [0; 2],
            exchanges: 0,
            opened: 0,
            sealed: Vec::new(),
            findings: [0; 3],
            gaps: [Vec::new(), Vec::new()],
            gap_count: [0; 2],
            gap_since: [false; 2],
            carrier: None,
            captured: [false; 2],
            runs: FxHashMap::default(),
            queue: Queue::default(),
            silence: Silence::default(),
            phases: Vec::new(),
            dirty: true,
        }
    }

    pub(super) fn ctx<'a>(&'a self, store: &'a Store) -> AssociationCtx<'a> {
        AssociationCtx {
            id: self.id,
            state: &self.state,
            symbols: &store.symbols,
            mappings: &store.mappings,
            ends: self.origin.ends,
            end: self.end,
            last_time: self.last_time,
            ended: self.ended,
            sealed: &self.sealed,
            gaps: &self.gaps,
            frames: self.frames,
            carrier: self.carrier.as_deref(),
        }
    }

    pub(super) fn count_finding(&mut self, severity: Severity) {
        self.findings[severity.index()] += 1;
        self.dirty = true;
    }

    pub(super) fn note_time(&mut self, time: Timestamp) {
        self.last_time = self.last_time.max(time);
        self.dirty = true;
    }

    pub(super) fn note_gap(&mut self, direction: Direction, gap: Gap, most: usize) {
        let at = direction.index();
        self.gap_count[at] += 1;
        if self.gaps[at].len() < most {
            self.gaps[at].push(gap);
        }
        self.state.lost(direction);
    }

    /// What the carrier says of the connection. `straight`: its client is this association's.
    pub(super) fn hear(&mut self, facts: &Facts, straight: bool) {
        if self.carrier.as_deref() == Some(facts) {
            return;
        }
        if let Some(generation) = facts.generation() {
            self.state.keyring.carrier_says(generation);
        }
        let evidence = &mut self.state.evidence;
        for (role, direction) in Direction::BOTH.into_iter().enumerate() {
            let direction = if straight { direction } else { direction.flip() };
            let at = direction.index();
            if evidence.seen[at] && facts.closed[role].is_some() {
                evidence.leave_unread(direction);
            }
            self.captured[at] |= facts.shape[role].opened > 0 || facts.shape[role].closed > 0;
        }
        self.carrier = Some(Arc::new(facts.clone()));
        self.dirty = true;
    }

    /// Whether there is no frame because its carrier stays closed, or was given up before there was any.
    pub(super) fn is_shut(&self) -> bool {
        let any = self.frames != [0; 2] || !self.sealed.is_empty() || self.gap_count != [0; 2];
        self.carrier.as_ref().is_some_and(|facts| if facts.reason().is_some() { self.frames == [0; 2] } else { !any })
    }

    /// Whether what was negotiated is N-PAMP of a generation that is not known here: then nothing but that is judged.
    pub(super) fn is_foreign_generation(&self) -> bool {
        self.carrier.as_ref().is_some_and(|facts| facts.is_foreign_generation())
    }

    /// Notes on which run a frame of a channel lies. Answers whether its order among the others of its channel is unknown: then no
    /// boundary of keys can be said to lie before or behind it.
    pub(super) fn note_run(&mut self, direction: Direction, raw: &Raw, opening: &mut Opening) -> bool {
        let forged = matches!(opening.protection, Protection::Sealed(SealedReason::TagMismatch | SealedReason::TooShort));
        if !self.state.is_unordered() || !raw.crc_ok || forged {
            return false;
        }
        let datagram = raw.lane.available.is_some();
        let known = self.runs.get(&(direction, raw.header.channel)).copied();
        if known.is_none() && !datagram && self.runs.len() < MOST_RUNS {
            self.runs.insert((direction, raw.header.channel), raw.stream);
        }
        let apart = datagram || known.is_some_and(|known| known != raw.stream);
        if apart {
            opening.probe = opening.probe.filter(|probe| !matches!(probe, Probe::OldKey { .. } | Probe::SkippedBoundary { .. }));
        }
        apart
    }

    /// The stream on which a channel began.
    pub(super) fn began_on(&self, direction: Direction, channel: Channel, store: &Store) -> Option<u64> {
        let run = self.runs.get(&(direction, channel))?;
        store.streams.get(run.index())?.quic_stream
    }

    /// Whether a frame lies on the run of Control in its direction: then its order among Control's frames is known.
    pub(super) fn is_beside_control(&self, direction: Direction, stream: StreamId) -> bool {
        !self.state.is_unordered() || self.runs.get(&(direction, Channel::CONTROL)) == Some(&stream)
    }

    /// Whether a run is, or as far as can be told will be, that of Control in its direction.
    pub(super) fn is_run_of_control(&self, direction: Direction, raw: &Raw) -> bool {
        let control = self.runs.get(&(direction, Channel::CONTROL));
        control.map_or(raw.header.channel == Channel::CONTROL, |run| *run == raw.stream)
    }

    /// Counts frames that should have been sealed and were not.
    pub(super) const fn note_sealing(&mut self, direction: Direction, header: &Header) {
        let hello =
            matches!(header.channel, Channel::CONTROL) && matches!(header.frame_type, FrameType::CLIENT_HELLO | FrameType::SERVER_HELLO);
        if header.has(flag::ENC) {
            self.state.seals[direction.index()] = true;
        } else if !hello {
            self.state.unsealed[direction.index()] += 1;
        }
    }

    pub(super) fn note_protection(&mut self, direction: Direction, channel: Channel, protection: Protection) {
        match protection {
            Protection::Clear => {}
            Protection::Opened => self.opened += 1,
            Protection::Sealed(reason) => {
                let same =
                    |entry: &&mut (Direction, Channel, SealedReason, u64)| (entry.0, entry.1, entry.2) == (direction, channel, reason);
                match self.sealed.iter_mut().find(same) {
                    Some(entry) => entry.3 += 1,
                    None => self.sealed.push((direction, channel, reason, 1)),
                }
            }
        }
    }

    /// The row of the key scope that opened a frame, made when it is new.
    pub(super) fn phase(&mut self, opening: &Opening, store: &mut Store) -> PhaseId {
        let Some(scope) = opening.scope else { return PhaseId::default() };
        if let Some(id) = self.phases.get(scope.index as usize) {
            return *id;
        }
        let Some(secret) = opening.secret.clone() else { return PhaseId::default() };
        let id = PhaseId::from_index(store.phases.push(PhaseRow {
            association: self.id,
            direction: scope.direction,
            channel: scope.channel,
            generation: scope.generation,
            epoch: scope.epoch,
            suite: scope.suite,
            sha384: scope.sha384,
            secret,
        }));
        self.phases.push(id);
        id
    }

    /// Client and server were taken for each other: everything that hangs on a direction changes sides.
    pub(super) fn swap_roles(&mut self, store: &mut Store) {
        for stream in &self.origin.streams {
            if let Some(row) = store.streams.get_mut(stream.index()) {
                row.direction = row.direction.flip();
            }
        }
        self.origin.ends.swap(0, 1);
        self.frames.swap(0, 1);
        self.gaps.swap(0, 1);
        self.gap_count.swap(0, 1);
        self.gap_since.swap(0, 1);
        self.captured.swap(0, 1);
        for entry in &mut self.sealed {
            entry.0 = entry.0.flip();
        }
        self.state.swap_roles();
        self.queue.swap_roles();
        self.runs = std::mem::take(&mut self.runs).into_iter().map(|((of, on), run)| ((of.flip(), on), run)).collect();
        self.dirty = true;
    }

    /// Writes the row, when something changed.
    pub(super) fn sync(&mut self, store: &mut Store) {
        if !std::mem::take(&mut self.dirty) {
            return;
        }
        let row = self.row();
        if let Some(slot) = store.associations.get_mut(self.id.index()) {
            *slot = row;
        }
    }

    pub(super) fn row(&self) -> AssociationRow {
        let negotiated = self.state.keyring.negotiated();
        // What is not known here is no generation of those that are, whatever its signatures look like.
        let judged = !self.is_foreign_generation();
        let mut sealed: Vec<(SealedReason, u64)> = Vec::new();
        for (_, _, reason, count) in &self.sealed {
            match sealed.iter_mut().find(|(known, _)| known == reason) {
                Some((_, sum)) => *sum += count,
                None => sealed.push((*reason, *count)),
            }
        }
        AssociationRow {
            flow: self.origin.flow,
            first_packet: self.origin.first_packet,
            client: self.origin.ends[0],
            server: self.origin.ends[1],
            carrier: self.carrier.clone(),
            id: negotiated.id,
            generation: negotiated.generation.filter(|_| judged),
            generation_source: negotiated.source.filter(|_| judged),
            profile: negotiated.profile,
            kem: negotiated.kem,
            signature: negotiated.signature,
            aead: negotiated.suites.clone(),
            identities: negotiated.identities.clone(),
            authenticated: self.state.keyring.handshake().authenticated(negotiated.generation).filter(|_| judged),
            start: self.origin.start,
            end: self.end,
            first_time: self.origin.first_time,
            last_time: self.last_time,
            frames: self.frames,
            opened: self.opened,
            sealed,
            exchanges: self.exchanges,
            findings: self.findings,
            gaps: self.gaps.clone(),
            gap_count: self.gap_count,
            seq_gaps: self.state.skipped.clone(),
            seen: std::array::from_fn(|at| self.state.evidence.seen[at] || self.captured[at]),
        }
    }
}

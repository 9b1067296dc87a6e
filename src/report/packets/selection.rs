//! The packets of what a filter selects, and those without which they cannot be read again.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, SocketAddr};

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, FrameId, SealId};
use crate::base::input::Packet;
use crate::carrier::facts::Kind;
use crate::net::{Glance, glance};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::row::{AssociationRow, FrameRow};
use crate::store::segments::{Cover, Segment};
use crate::store::snapshot::Snapshot;

/// Numbers of QUIC packets between two that are taken: a packet says no more of its number than its lowest octet.
const STRIDE: u64 = 64;

/// The packets of what a filter selects, and those without which they cannot be opened.
#[derive(Debug)]
pub struct Selection {
    /// Associations of which something is taken.
    pub(super) associations: BTreeSet<AssociationId>,
    /// Packets that complete a frame that is taken.
    packets: BTreeSet<u32>,
    /// Where octets of frames that are taken lie: input, first octet, end.
    places: Vec<(u16, u64, u64)>,
    /// What is taken of the flow between both ends.
    flows: BTreeMap<[SocketAddr; 2], Share>,
    /// Hosts whose fragments are taken.
    hosts: BTreeSet<[IpAddr; 2]>,
}

/// What is taken of a flow beside the packets of its frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    /// What opens and ends it.
    Edges,
    /// Everything: of TLS every record is needed to open the next one.
    Whole,
    /// The handshake: QUIC packets open alone.
    Handshake,
}

/// A QUIC packet with frames in it: its number, its key, where it lies.
type Numbered = (u64, SealId, Segment);

impl Selection {
    /// The packets of the frames that `takes` names.
    pub fn of(snapshot: &Snapshot, takes: &mut dyn FnMut(FrameId) -> bool) -> Self {
        let mut selection = Self {
            associations: BTreeSet::new(),
            packets: BTreeSet::new(),
            places: Vec::new(),
            flows: BTreeMap::new(),
            hosts: BTreeSet::new(),
        };
        for (at, row) in snapshot.frames.iter() {
            if takes(FrameId::from_index(at)) {
                selection.associations.insert(snapshot.association_of(row));
                selection.take(snapshot, row);
            }
        }
        for (_, row) in snapshot.frames.iter() {
            if is_needed(row) && selection.associations.contains(&snapshot.association_of(row)) {
                selection.take(snapshot, row);
            }
        }
        for id in selection.associations.clone() {
            if let Some(row) = snapshot.association(id) {
                selection.take_flow(row);
            }
        }
        selection.settle();
        selection.take_steps(snapshot);
        selection
    }

    /// Whether a packet of an input, 1-based, is taken.
    pub(super) fn takes(&self, input: usize, packet: &Packet) -> bool {
        let input = u16::try_from(input.saturating_sub(1)).unwrap_or(u16::MAX);
        if self.packets.contains(&packet.id.0) || self.covers(input, packet.file_offset, packet.bytes.len() as u64) {
            return true;
        }
        match glance(packet) {
            Some(Glance::Segment { ends, is_edge }) => match self.flows.get(&ends) {
                Some(Share::Whole) => true,
                Some(Share::Edges) => is_edge,
                _ => false,
            },
            Some(Glance::Datagram { ends, is_long }) => is_long && self.flows.get(&ends) == Some(&Share::Handshake),
            Some(Glance::Fragment { hosts, is_tunnel }) => is_tunnel || self.hosts.contains(&hosts),
            None => false,
        }
    }

    /// Takes the packets that hold octets of a frame. Of TLS the flow is taken whole.
    fn take(&mut self, snapshot: &Snapshot, row: &FrameRow) {
        self.packets.insert(row.packet.0);
        let segments = match cover(snapshot, row) {
            Some(Cover::Clear(segments)) => segments,
            Some(Cover::Sealed(None, units)) => units.iter().map(|(unit, _, _)| unit.captured()).collect(),
            _ => return,
        };
        for segment in segments {
            self.take_segment(snapshot, segment);
        }
    }

    fn take_segment(&mut self, snapshot: &Snapshot, segment: Segment) {
        let parts = snapshot.segments.resolve(segment).unwrap_or_default().into_iter();
        self.places.extend(parts.map(|part| (part.input, part.file_offset, part.file_offset + u64::from(part.length))));
    }

    fn take_flow(&mut self, row: &AssociationRow) {
        let share = match row.carrier_kind() {
            Kind::Tcp => Share::Edges,
            Kind::Tls => Share::Whole,
            Kind::Quic => Share::Handshake,
        };
        for ends in [[row.client, row.server], [row.server, row.client]] {
            self.flows.insert(ends, share);
            if share != Share::Edges {
                self.hosts.insert(ends.map(|end| end.ip()));
            }
        }
    }

    /// Takes QUIC packets between those that are taken: one of every key, and one of every so many numbers, for a reader to follow
    /// both.
    fn take_steps(&mut self, snapshot: &Snapshot) {
        let mut numbered: BTreeMap<(AssociationId, Direction), Vec<Numbered>> = BTreeMap::new();
        for (_, row) in snapshot.frames.iter() {
            let id = snapshot.association_of(row);
            let quic = snapshot.association(id).is_some_and(|row| row.carrier_kind() == Kind::Quic);
            if let Some(Cover::Sealed(None, units)) = cover(snapshot, row).filter(|_| quic && self.associations.contains(&id)) {
                let packets = units.iter().filter_map(|(unit, _, _)| {
                    let base = snapshot.seals.get(unit.seal.index())?.base;
                    Some((base + u64::from(unit.number), unit.seal, unit.captured()))
                });
                numbered.entry((id, snapshot.direction_of(row))).or_default().extend(packets);
            }
        }
        for mut packets in numbered.into_values() {
            packets.sort_unstable_by_key(|(number, ..)| *number);
            for segment in self.steps(snapshot, &packets) {
                self.take_segment(snapshot, segment);
            }
        }
        self.settle();
    }

    fn steps(&self, snapshot: &Snapshot, packets: &[Numbered]) -> Vec<Segment> {
        let mut last: Option<(u64, SealId)> = None;
        let mut steps = Vec::new();
        for (number, seal, segment) in packets {
            let taken = snapshot.segments.resolve(*segment).unwrap_or_default();
            let taken = taken.iter().all(|part| self.covers(part.input, part.file_offset, part.length.into()));
            let far = last.is_none_or(|(before, key)| key != *seal || number.saturating_sub(before) > STRIDE);
            if taken || far {
                last = Some((*number, *seal));
                steps.extend((!taken).then_some(*segment));
            }
        }
        steps
    }

    /// Whether octets of an input, 0-based, are among those of frames that are taken.
    fn covers(&self, input: u16, start: u64, length: u64) -> bool {
        let before = self.places.partition_point(|place| (place.0, place.2) <= (input, start));
        self.places.get(before).is_some_and(|place| place.0 == input && place.1 < start.saturating_add(length))
    }

    /// Brings places in order and joins those that touch.
    fn settle(&mut self) {
        self.places.sort_unstable();
        let mut joined: Vec<(u16, u64, u64)> = Vec::new();
        for place in &self.places {
            match joined.last_mut().filter(|last| last.0 == place.0 && last.2 >= place.1) {
                Some(last) => last.2 = last.2.max(place.2),
                None => joined.push(*place),
            }
        }
        self.places = joined;
    }
}

fn cover(snapshot: &Snapshot, row: &FrameRow) -> Option<Cover> {
    snapshot.segments.cover(row.stream, row.offset, row.offset + u64::from(row.length))
}

/// Whether other frames of the association cannot be opened without this one: handshake and changes of keys.
fn is_needed(row: &FrameRow) -> bool {
    let changes = [
        FrameType::KEY_UPDATE,
        FrameType::KEY_UPDATE_ACK,
        FrameType::MASTER_RATCHET,
        FrameType::MASTER_RATCHET_ACK,
        FrameType::REKEM,
        FrameType::REKEM_ACK,
    ];
    row.frame_type.is_handshake(row.channel) || (row.channel == Channel::CONTROL && changes.contains(&row.frame_type))
}

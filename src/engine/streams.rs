//! The runs of a QUIC connection, and the keys of its packets.

use rustc_hash::FxHashMap;

use crate::base::id::SealId;
use crate::carrier::event::Unit;
use crate::carrier::facts::{Facts, Kind, Shape};
use crate::carrier::quic::{self, ConnectionId, PacketSeal, StreamRun};
use crate::carrier::seal::Seal;
use crate::store::row::SealRow;
use crate::store::snapshot::Store;

/// What a QUIC connection is made of, as the engine keeps it.
pub(super) struct Streams {
    pub(super) connection: ConnectionId,
    pub(super) facts: Facts,
    /// Whether its beginning was not captured.
    pub(super) late: bool,
    /// Whether packets came in another order than they were sent.
    pub(super) disordered: bool,
    /// Whether packets of a side are missing whose fate is not known.
    pub(super) uncertain: [bool; 2],
    /// The run of each side and stream that is not over.
    pub(super) runs: FxHashMap<StreamRun, usize>,
    /// Runs that are over, for others.
    pub(super) free: Vec<usize>,
    /// The runs of datagrams, by side, and how many octets they had.
    pub(super) datagrams: [Option<(usize, u64)>; 2],
    pub(super) seals: Vec<PacketSeal>,
    /// For a key of the carrier and a base of numbers, its row.
    pub(super) rows: Vec<(u32, u64, SealId)>,
}

impl Streams {
    /// A connection without runs yet.
    pub(super) fn new(connection: ConnectionId, late: bool) -> Self {
        Self {
            connection,
            facts: Facts { kind: Kind::Quic, ..Facts::default() },
            late,
            disordered: false,
            uncertain: [false; 2],
            runs: FxHashMap::default(),
            free: Vec::new(),
            datagrams: [None; 2],
            seals: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The row of the key that opened a packet, made when it is new, and the packet's number counted from its base.
    pub(super) fn seal(&mut self, unit: Unit, store: &mut Store) -> Option<(SealId, u32)> {
        let counted = |base: u64| u32::try_from(unit.number.checked_sub(base)?).ok();
        let known = self.rows.iter().rev().find_map(|(key, base, id)| Some((*id, counted(*base).filter(|_| *key == unit.key)?)));
        if known.is_some() {
            return known;
        }
        let seal = Seal::Quic(Box::new(self.seals.get(unit.key as usize)?.clone()));
        let id = SealId::from_index(store.seals.push(SealRow { seal, base: unit.number }));
        self.rows.push((unit.key, unit.number, id));
        Some((id, 0))
    }

    /// Takes how many packets there are.
    pub(super) fn count(&mut self, shapes: [quic::Shape; 2]) {
        self.facts.shape = shapes.map(|shape| Shape { opened: shape.opened, closed: shape.closed, closed_octets: shape.closed_octets });
    }
}

//! What every writer needs: the snapshot, a way back to the octets, and association numbers.

use std::io;
use std::sync::Arc;

use crate::base::id::{AssociationId, FrameId};
use crate::base::input::ReadAt;
use crate::store::octets::{FrameOctets, Octets};
use crate::store::snapshot::Snapshot;

/// A snapshot with the numbers people read and a way back to the octets.
pub struct Context<'a> {
    /// The rows.
    pub snapshot: &'a Snapshot,
    octets: Octets,
    numbers: Vec<u64>,
}

impl<'a> Context<'a> {
    /// Binds a snapshot to its inputs.
    pub fn new(snapshot: &'a Snapshot, octets: Octets) -> Self {
        Self { snapshot, octets, numbers: snapshot.association_numbers() }
    }

    /// Binds a snapshot alone: octets are not read back.
    pub fn of_rows(snapshot: &'a Snapshot) -> Self {
        Self::new(snapshot, Octets::new(Arc::new(Nothing)))
    }

    /// The number of an association, by first packet.
    pub fn number(&self, id: AssociationId) -> u64 {
        self.numbers.get(id.index()).copied().unwrap_or_default()
    }

    /// Associations in the order of their numbers.
    pub fn associations(&self) -> Vec<AssociationId> {
        let mut ids: Vec<AssociationId> = (0..self.numbers.len()).map(AssociationId::from_index).collect();
        ids.sort_by_key(|id| self.number(*id));
        ids
    }

    /// What reads octets back.
    pub const fn reader(&self) -> &Octets {
        &self.octets
    }

    /// A frame's octets; `None` when they are gone from the input.
    pub fn octets(&self, id: FrameId) -> Option<FrameOctets> {
        self.octets.frame(self.snapshot, id).ok()
    }
}

/// Inputs that are out of reach.
struct Nothing;

impl ReadAt for Nothing {
    fn read_at(&self, _: usize, _: u64, _: &mut [u8]) -> io::Result<()> {
        Err(io::ErrorKind::NotFound.into())
    }
}

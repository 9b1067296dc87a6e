//! Rows in another order than that of their log.

use super::fixed::Fixed;
use super::grouped::Grouped;
use super::sorted::Sorted;

/// Rows in another order than that of their log.
#[derive(Clone, Debug)]
pub enum Arranged {
    /// Sorted by a key.
    Sorted(Sorted),
    /// In groups.
    Grouped(Grouped),
    /// As worked out beforehand.
    Fixed(Fixed),
}

impl Arranged {
    /// How many rows show.
    pub const fn count(&self) -> usize {
        match self {
            Self::Sorted(rows) => rows.count(),
            Self::Grouped(rows) => rows.count(),
            Self::Fixed(rows) => rows.count(),
        }
    }

    /// The row at a position.
    pub fn at(&self, position: usize) -> Option<usize> {
        match self {
            Self::Sorted(rows) => rows.at(position),
            Self::Grouped(rows) => rows.at(position),
            Self::Fixed(rows) => rows.at(position),
        }
    }

    /// The position of a row.
    pub fn position(&self, row: usize) -> usize {
        match self {
            Self::Sorted(rows) => rows.position(row),
            Self::Grouped(rows) => rows.position(row),
            Self::Fixed(rows) => rows.position(row),
        }
    }

    /// Forgets rows before `first`: they were evicted.
    pub fn evict(&mut self, first: usize) {
        if let Self::Sorted(rows) = self {
            rows.evict(first);
        }
    }
}

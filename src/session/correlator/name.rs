//! What exchanges are found by: octets of one peer, with their hash.

use std::hash::BuildHasher as _;

use hashbrown::DefaultHashBuilder;

use crate::base::direction::Direction;
use crate::session::arrival::Token;

/// Octets in the numbering of one peer, as they are remembered.
pub(super) type Key = (Direction, Token);

/// The same, as they come, hashed once for every table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    pub(super) direction: Direction,
    pub(super) octets: &'a [u8],
    pub(super) hash: u64,
}

impl<'a> Name<'a> {
    pub(super) fn new(hasher: &DefaultHashBuilder, direction: Direction, octets: &'a [u8]) -> Self {
        Self { direction, octets, hash: hasher.hash_one((direction, octets)) }
    }

    /// Whether it is the name of what is remembered under `key`.
    #[inline]
    pub(super) fn is(&self, key: &Key) -> bool {
        key.0 == self.direction && *key.1 == *self.octets
    }

    pub(super) fn key(&self) -> Key {
        (self.direction, Token::from_slice(self.octets))
    }
}

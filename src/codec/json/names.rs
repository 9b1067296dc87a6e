//! Finds member names that occur twice in one object, in bounded memory and never in quadratic time.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::text;
use crate::base::span::ByteSpan;

/// From this many names on, an object is searched by hash.
const LINEAR: usize = 16;

/// Names of the objects that are open, outermost first.
pub(super) struct Names {
    entries: SmallVec<[Entry; 32]>,
    most: usize,
    /// Indices into `entries`, for objects too large to search one by one. Seeded: names come from strangers.
    large: HashTable<u32>,
    hasher: Option<RandomState>,
    /// Whether a name was not remembered because `most` were.
    pub(super) forgot: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    /// Length, first and last octet of the decoded name.
    key: u32,
    name: ByteSpan,
    escaped: bool,
}

/// What is known of one open object.
#[derive(Clone, Copy, Default)]
pub(super) struct Scope {
    /// Where its names begin.
    base: u32,
    /// One bit for some names: a clear bit proves that a name is new.
    seen: u64,
    hashed: bool,
}

impl Names {
    pub(super) fn new(most: usize) -> Self {
        Self { entries: SmallVec::new(), most, large: HashTable::new(), hasher: None, forgot: false }
    }

    /// A new innermost object.
    pub(super) fn open(&self) -> Scope {
        Scope { base: u32::try_from(self.entries.len()).unwrap_or(u32::MAX), seen: 0, hashed: false }
    }

    /// Forgets the names of the innermost object.
    #[inline]
    pub(super) fn close(&mut self, octets: &[u8], scope: Scope) {
        if scope.hashed {
            self.unhash(octets, scope);
        }
        self.entries.truncate(scope.base as usize);
    }

    /// Notes a name of the innermost object. Answers where the same name stood before, if it did.
    #[inline]
    pub(super) fn note(&mut self, octets: &[u8], scope: &mut Scope, name: ByteSpan, escaped: bool) -> Option<ByteSpan> {
        let key = if escaped { key(&text::decode(name.of(octets))) } else { key(text::content(name.of(octets))) };
        let bit = 1u64 << (key.wrapping_mul(0x9E37_79B1) >> 26);
        let entry = Entry { key, name, escaped };
        if scope.seen & bit != 0
            && let Some(first) = self.find(octets, scope, entry)
        {
            return Some(first);
        }
        scope.seen |= bit;
        self.remember(octets, scope, entry);
        None
    }

    fn find(&mut self, octets: &[u8], scope: &Scope, entry: Entry) -> Option<ByteSpan> {
        if scope.hashed {
            let hash = self.hash(octets, entry);
            let entries = &self.entries;
            let found = self
                .large
                .find(hash, |index| *index >= scope.base && entries.get(*index as usize).is_some_and(|known| known.equals(entry, octets)));
            return found.and_then(|index| entries.get(*index as usize)).map(|known| known.name);
        }
        let own = self.entries.get(scope.base as usize..).unwrap_or_default();
        own.iter().find(|known| known.equals(entry, octets)).map(|known| known.name)
    }

    fn remember(&mut self, octets: &[u8], scope: &mut Scope, entry: Entry) {
        if self.entries.len() >= self.most {
            self.forgot = true;
            return;
        }
        self.entries.push(entry);
        let own = self.entries.len().saturating_sub(scope.base as usize);
        if scope.hashed {
            self.hash_in(octets, self.entries.len().saturating_sub(1));
        } else if own > LINEAR {
            scope.hashed = true;
            for index in scope.base as usize..self.entries.len() {
                self.hash_in(octets, index);
            }
        }
    }

    fn hash_in(&mut self, octets: &[u8], index: usize) {
        let (Some(entry), Ok(index)) = (self.entries.get(index).copied(), u32::try_from(index)) else { return };
        let hash = self.hash(octets, entry);
        let Self { entries, large, hasher, .. } = self;
        large.insert_unique(hash, index, |other| {
            entries.get(*other as usize).zip(hasher.as_ref()).map_or(0, |(entry, hasher)| entry.hash(hasher, octets))
        });
    }

    fn unhash(&mut self, octets: &[u8], scope: Scope) {
        for index in scope.base as usize..self.entries.len() {
            let Some(entry) = self.entries.get(index).copied() else { continue };
            let hash = self.hash(octets, entry);
            if let Ok(found) = self.large.find_entry(hash, |other| *other as usize == index) {
                found.remove();
            }
        }
    }

    fn hash(&mut self, octets: &[u8], entry: Entry) -> u64 {
        entry.hash(self.hasher.get_or_insert_with(RandomState::new), octets)
    }
}

impl Entry {
    #[inline]
    fn equals(self, other: Self, octets: &[u8]) -> bool {
        if self.key != other.key {
            return false;
        }
        let (left, right) = (self.name.of(octets), other.name.of(octets));
        if self.escaped || other.escaped { text::decode(left) == text::decode(right) } else { left == right }
    }

    fn hash(self, hasher: &RandomState, octets: &[u8]) -> u64 {
        hasher.hash_one(&*text::decode(self.name.of(octets)))
    }
}

/// Tells most names of one object apart.
#[inline]
fn key(name: &[u8]) -> u32 {
    let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
    let ends = u32::from(name.first().copied().unwrap_or(0)) | u32::from(name.last().copied().unwrap_or(0)) << 8;
    length << 16 ^ ends
}

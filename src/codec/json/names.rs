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
    /// The name without its quotes.
    content: ByteSpan,
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

    /// Notes a name of the innermost object, given without its quotes and as a span with them. Answers where the same name stood
    /// before, if it did.
    #[inline]
    pub(super) fn note(&mut self, octets: &[u8], scope: &mut Scope, content: &[u8], name: ByteSpan, escaped: bool) -> Option<ByteSpan> {
        let key = if escaped { key_of_escaped(content) } else { key(content) };
        let bit = 1u64 << (key.wrapping_mul(0x9E37_79B1) >> 26);
        let inner = ByteSpan { start: name.start.wrapping_add(1), end: name.end.wrapping_sub(1) };
        let entry = Entry { key, content: inner, escaped };
        if scope.seen & bit != 0
            && let Some(first) = self.find(octets, scope, entry)
        {
            return Some(ByteSpan { start: first.start.wrapping_sub(1), end: first.end.wrapping_add(1) });
        }
        scope.seen |= bit;
        let own = self.entries.len().wrapping_sub(scope.base as usize);
        if own < LINEAR && self.entries.len() < self.most {
            self.entries.push(entry);
        } else {
            self.remember(octets, scope, entry);
        }
        None
    }

    fn find(&mut self, octets: &[u8], scope: &Scope, entry: Entry) -> Option<ByteSpan> {
        if scope.hashed {
            let hash = self.hash(octets, entry);
            let entries = &self.entries;
            let found = self
                .large
                .find(hash, |index| *index >= scope.base && entries.get(*index as usize).is_some_and(|known| known.equals(entry, octets)));
            return found.and_then(|index| entries.get(*index as usize)).map(|known| known.content);
        }
        let own = self.entries.get(scope.base as usize..).unwrap_or_default();
        own.iter().find(|known| known.equals(entry, octets)).map(|known| known.content)
    }

    /// Remembers a name of an object that has many.
    #[cold]
    fn remember(&mut self, octets: &[u8], scope: &mut Scope, entry: Entry) {
        if self.entries.len() >= self.most {
            self.forgot = true;
            return;
        }
        let from = if scope.hashed { self.entries.len() } else { scope.base as usize };
        self.entries.push(entry);
        scope.hashed = true;
        for index in from..self.entries.len() {
            self.hash_in(octets, index);
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
        let (left, right) = (self.content.of(octets), other.content.of(octets));
        if self.escaped || other.escaped { text::decode_content(left) == text::decode_content(right) } else { left == right }
    }

    fn hash(self, hasher: &RandomState, octets: &[u8]) -> u64 {
        hasher.hash_one(&*text::decode_content(self.content.of(octets)))
    }
}

/// Tells most names of one object apart.
#[inline]
fn key(name: &[u8]) -> u32 {
    let (Some(first), Some(last)) = (name.first(), name.last()) else { return 0 };
    #[expect(clippy::cast_possible_truncation, reason = "only tells names apart")]
    let length = name.len() as u32;
    length << 16 ^ u32::from(*last) << 8 ^ u32::from(*first)
}

#[cold]
fn key_of_escaped(content: &[u8]) -> u32 {
    key(&text::decode_content(content))
}

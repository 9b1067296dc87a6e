//! Exchanges by correlation. A table of four octets a place finds them, so that it stays in the cache however many are remembered;
//! the exchanges themselves lie in the order in which their places were taken.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{Key, Slot};

/// A map from keys to slots.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// Places in `stored`, by the hash of their keys.
    table: HashTable<u32>,
    stored: Vec<Stored>,
    /// Places in `stored` that nobody uses, the next to take last.
    free: Vec<u32>,
    hasher: DefaultHashBuilder,
}

#[derive(Debug, Default)]
struct Stored {
    key: Key,
    slot: Slot,
}

impl Entries {
    /// The slot of a key.
    pub(super) fn get(&self, key: &Key) -> Option<&Slot> {
        Some(&self.stored.get(self.place(key)?)?.slot)
    }

    /// The slot of a key, to change it.
    pub(super) fn get_mut(&mut self, key: &Key) -> Option<&mut Slot> {
        let place = self.place(key)?;
        Some(&mut self.stored.get_mut(place)?.slot)
    }

    /// The slot of a key; an empty one when it had none.
    pub(super) fn slot(&mut self, key: Key) -> &mut Slot {
        let place = self.place(&key).unwrap_or_else(|| self.insert(key));
        &mut self.stored[place].slot
    }

    /// Forgets a key.
    pub(super) fn remove(&mut self, key: &Key) {
        let stored = &self.stored;
        let found = self.table.find_entry(self.hasher.hash_one(key), |place| is(stored, *place, key));
        let Ok(found) = found else { return };
        let (place, _) = found.remove();
        if let Some(stored) = self.stored.get_mut(place as usize) {
            *stored = Stored::default();
        }
        self.free.push(place);
    }

    fn place(&self, key: &Key) -> Option<usize> {
        let found = self.table.find(self.hasher.hash_one(key), |place| is(&self.stored, *place, key));
        found.map(|place| *place as usize)
    }

    fn insert(&mut self, key: Key) -> usize {
        let hash = self.hasher.hash_one(&key);
        let place = self.free.pop().unwrap_or_else(|| {
            self.stored.push(Stored::default());
            u32::try_from(self.stored.len() - 1).unwrap_or(u32::MAX)
        });
        let at = place as usize;
        self.stored[at].key = key;
        let (stored, hasher) = (&self.stored, &self.hasher);
        self.table.insert_unique(hash, place, |place| stored.get(*place as usize).map_or(0, |stored| hasher.hash_one(&stored.key)));
        at
    }
}

fn is(stored: &[Stored], place: u32, key: &Key) -> bool {
    stored.get(place as usize).is_some_and(|stored| stored.key == *key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::direction::Direction;
    use crate::session::arrival::Token;

    fn key(number: u32) -> Key {
        (Direction::C2s, Token::from_slice(&number.to_be_bytes()))
    }

    #[test]
    fn keys_are_found_until_they_are_forgotten_and_their_places_are_used_again() {
        let mut entries = Entries::default();
        for number in 0..1000 {
            entries.slot(key(number));
        }
        for number in (0..1000).step_by(2) {
            entries.remove(&key(number));
        }
        assert!((0..1000).all(|number| entries.get(&key(number)).is_some() == (number % 2 == 1)));
        for number in 1000..1500 {
            assert!(entries.slot(key(number)).is_empty());
        }
        assert_eq!((entries.stored.len(), entries.table.len()), (1000, 1000));
        assert!(entries.get(&(Direction::S2c, Token::from_slice(&1_u32.to_be_bytes()))).is_none());
    }
}

//! Exchanges by correlation. A table of four octets a place finds them, and a head of twelve says what must be known of a place to
//! forget it, so that both stay in the cache however many exchanges are remembered; those themselves lie in the order in which their
//! places were taken.

use hashbrown::HashTable;
use smallvec::smallvec;

use super::name::{Key, Name};
use super::{Entry, Slot};
use crate::base::id::ExchangeId;

/// Where a slot lies.
pub(super) type Place = u32;

/// A map from names to slots. No slot is empty.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// Places in `stored`, by the hash of their keys.
    table: HashTable<Place>,
    heads: Vec<Head>,
    stored: Vec<Stored>,
    /// Places that nobody uses, the next to take last. What was there lies there until then.
    free: Vec<Place>,
}

/// A place with what finds it in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) place: Place,
    hash: u32,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    hash: u32,
    holds: Holds,
}

/// What lies at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    /// Nothing that counts.
    Nothing,
    /// One exchange, which was answered once at most.
    One(ExchangeId),
    /// Something that has to be looked at.
    Some,
}

#[derive(Debug)]
struct Stored {
    key: Key,
    slot: Slot,
}

impl Entries {
    /// The place of a name.
    pub(super) fn find(&self, name: Name<'_>) -> Option<Place> {
        let (heads, stored) = (&self.heads, &self.stored);
        let is = |place: &Place| {
            let at = *place as usize;
            heads.get(at).is_some_and(|head| head.hash == short(name.hash)) && stored.get(at).is_some_and(|stored| name.is(&stored.key))
        };
        self.table.find(long(short(name.hash)), is).copied()
    }

    /// The key and the slot of a place that is in use.
    pub(super) fn at(&self, place: Place) -> Option<(&Key, &Slot)> {
        self.stored.get(place as usize).filter(|_| self.is_live(place)).map(|stored| (&stored.key, &stored.slot))
    }

    /// The slot of a place that is in use, to change the entries in it, but neither to add nor to take one.
    pub(super) fn at_mut(&mut self, place: Place) -> Option<&mut Slot> {
        let live = self.is_live(place);
        self.stored.get_mut(place as usize).filter(|_| live).map(|stored| &mut stored.slot)
    }

    /// Adds an entry under a name that has this place, if it has one, and answers its place.
    pub(super) fn add(&mut self, name: Name<'_>, place: Option<Place>, entry: Entry) -> Place {
        let place = place.filter(|place| self.is_live(*place));
        let Some((place, stored)) = place.and_then(|place| Some((place, self.stored.get_mut(place as usize)?))) else {
            return self.insert(name, entry);
        };
        stored.slot.push(entry);
        self.look_at(place);
        place
    }

    /// Whoever forgets an exchange of a place has to look at what lies there.
    pub(super) fn look_at(&mut self, place: Place) {
        if let Some(head) = self.heads.get_mut(place as usize) {
            head.holds = Holds::Some;
        }
    }

    /// Keeps those entries of a place that `keep` wants.
    pub(super) fn retain(&mut self, place: Place, mut keep: impl FnMut(&Key, &Entry) -> bool) {
        let live = self.is_live(place);
        let Some(Stored { key, slot }) = self.stored.get_mut(place as usize).filter(|_| live) else { return };
        slot.retain(|entry| keep(key, entry));
        if slot.is_empty() {
            self.remove(self.placed(place));
        }
    }

    /// The place, with what finds it.
    pub(super) fn placed(&self, place: Place) -> Placed {
        Placed { place, hash: self.heads.get(place as usize).map_or(0, |head| head.hash) }
    }

    /// Forgets an exchange that was answered, when that can be done without looking at it. `None` when it has to be looked at.
    pub(super) fn expire(&mut self, placed: Placed, exchange: ExchangeId) -> Option<()> {
        match self.heads.get(placed.place as usize)?.holds {
            Holds::Some => return None,
            Holds::One(only) if only == exchange => self.remove(placed),
            Holds::One(_) | Holds::Nothing => {}
        }
        Some(())
    }

    /// Places that were ever taken.
    #[cfg(test)]
    pub(super) fn places(&self) -> usize {
        self.stored.len()
    }

    fn is_live(&self, place: Place) -> bool {
        self.heads.get(place as usize).is_some_and(|head| head.holds != Holds::Nothing)
    }

    fn remove(&mut self, placed: Placed) {
        let Placed { place, hash } = placed;
        if let Ok(found) = self.table.find_entry(long(hash), |other| *other == place) {
            found.remove();
            self.free.push(place);
        }
        if let Some(head) = self.heads.get_mut(place as usize) {
            head.holds = Holds::Nothing;
        }
    }

    fn insert(&mut self, name: Name<'_>, entry: Entry) -> Place {
        let head = Head { hash: short(name.hash), holds: Holds::One(entry.request.exchange) };
        let stored = Stored { key: name.key(), slot: smallvec![entry] };
        let place = if let Some(place) = self.free.pop() {
            (self.heads[place as usize], self.stored[place as usize]) = (head, stored);
            place
        } else {
            self.heads.push(head);
            self.stored.push(stored);
            Place::try_from(self.stored.len() - 1).unwrap_or(Place::MAX)
        };
        let heads = &self.heads;
        self.table.insert_unique(long(head.hash), place, |place| heads.get(*place as usize).map_or(0, |head| long(head.hash)));
        place
    }
}

/// As much of a hash as a head keeps.
const fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// A hash of which the table can use both ends.
const fn long(hash: u32) -> u64 {
    (hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

//! The latest use of each id by each peer.

use hashbrown::HashTable;

use super::entries::Place;
use super::name::Name;
use crate::base::id::ExchangeId;

/// Uses of ids. They hold the hash of an id and not the id, which lies with its request: a use that is found may be that of another
/// id, and may lead to an exchange that was forgotten since.
#[derive(Debug, Default)]
pub(super) struct Ids {
    table: HashTable<Use>,
}

#[derive(Clone, Copy, Debug)]
struct Use {
    hash: u64,
    exchange: ExchangeId,
    place: Place,
}

impl Ids {
    /// The exchange that used an id last, and where it lies.
    pub(super) fn find(&self, id: Name<'_>) -> Option<(ExchangeId, Place)> {
        let found = self.table.find(id.hash, |used| used.hash == id.hash)?;
        Some((found.exchange, found.place))
    }

    /// An exchange uses an id.
    pub(super) fn note(&mut self, id: Name<'_>, exchange: ExchangeId, place: Place) {
        let used = Use { hash: id.hash, exchange, place };
        self.table.entry(id.hash, |used| used.hash == id.hash, |used| used.hash).and_modify(|known| *known = used).or_insert(used);
    }

    /// Forgets the id with this hash that an exchange used, unless a later exchange uses it.
    pub(super) fn forget(&mut self, hash: u64, exchange: ExchangeId) {
        if let Ok(found) = self.table.find_entry(hash, |used| used.hash == hash && used.exchange == exchange) {
            found.remove();
        }
    }
}

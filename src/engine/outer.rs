//! TLS below a flow: where its records lie, and the rows of the keys that opened them.

use std::collections::VecDeque;

use crate::base::id::{SealId, TransportId};
use crate::carrier::event::Unit;
use crate::carrier::tls::Tls;
use crate::store::row::SealRow;
use crate::store::segments::Segment;
use crate::store::snapshot::Store;

use super::run::PENDING;

/// TLS below the runs of a flow, and where its octets lie.
pub(super) struct Outer {
    pub(super) tls: Tls,
    /// Segments that may be needed once the flow shows to carry N-PAMP.
    pending: [VecDeque<Segment>; 2],
    transports: Option<[TransportId; 2]>,
    /// For a key of the carrier and a base of numbers, its row.
    seals: Vec<(u32, u64, SealId)>,
    /// State of the facts that was last passed on.
    pub(super) told: u32,
}

impl Outer {
    pub(super) const fn new(tls: Tls) -> Self {
        Self { tls, pending: [VecDeque::new(), VecDeque::new()], transports: None, seals: Vec::new(), told: 0 }
    }

    /// The index of a side's octets, begun when it is first needed.
    pub(super) fn transport(&mut self, side: usize, store: &mut Store) -> TransportId {
        let transports = *self.transports.get_or_insert_with(|| [store.segments.begin_transport(), store.segments.begin_transport()]);
        for (transport, pending) in transports.into_iter().zip(&mut self.pending) {
            for segment in pending.drain(..) {
                store.segments.push_transport(transport, segment);
            }
        }
        transports[side]
    }

    /// The row of the key that opened a unit, made when it is new, and the unit's number counted from its base.
    pub(super) fn seal(&mut self, unit: Unit, store: &mut Store) -> (SealId, u32) {
        let counted = |base: u64| u32::try_from(unit.number.checked_sub(base)?).ok();
        let known = self.seals.iter().rev().find_map(|(key, base, id)| Some((*id, counted(*base).filter(|_| *key == unit.key)?)));
        if let Some(known) = known {
            return known;
        }
        let Some(seal) = self.tls.seal(unit.key).cloned() else { return (SealId::default(), 0) };
        let id = SealId::from_index(store.seals.push(SealRow { seal, base: unit.number }));
        self.seals.push((unit.key, unit.number, id));
        (id, 0)
    }

    /// Indexes octets of a side, or keeps their place. `first`: where the first record begins whose content is still needed.
    pub(super) fn locate(&mut self, side: usize, segment: Segment, first: Option<u64>, store: &mut Store) {
        if let Some(transports) = self.transports {
            store.segments.push_transport(transports[side], segment);
            return;
        }
        let needed = self.tls.needed(side).min(first.unwrap_or(u64::MAX));
        let pending = &mut self.pending[side];
        while pending.front().is_some_and(|front| front.offset + u64::from(front.length) <= needed || pending.len() >= PENDING) {
            pending.pop_front();
        }
        pending.push_back(segment);
    }
}

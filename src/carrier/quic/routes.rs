//! Which connections a packet may belong to: by connection id, by both addresses, by the server's address alone.

use std::net::SocketAddr;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::cid::{Cid, LONGEST};

/// Connections remembered for one id: ids of different servers may be alike.
const MOST_ALIKE: usize = 8;
/// Connections of one address that are tried when nothing else tells.
const MOST_TRIED: usize = 16;

/// The addresses of a datagram, the lower one first.
type Pair = (SocketAddr, SocketAddr);

/// Ways to connections, which go by their numbers.
#[derive(Debug, Default)]
pub(super) struct Routes {
    /// Connections that an id reaches, and the side it reaches there.
    by_id: HashMap<Cid, SmallVec<[(u32, u8); 1]>>,
    by_pair: HashMap<Pair, SmallVec<[u32; 2]>>,
    by_server: HashMap<SocketAddr, SmallVec<[u32; 2]>>,
    /// How many ids of each length are known.
    lengths: [u32; LONGEST + 1],
}

impl Routes {
    /// An id reaches a side of a connection.
    pub(super) fn add_id(&mut self, id: Cid, connection: u32, side: usize) {
        if id.is_empty() {
            return;
        }
        let entry = (connection, u8::from(side == 1));
        let known = self.by_id.entry(id).or_default();
        if known.contains(&entry) {
            return;
        }
        if known.len() >= MOST_ALIKE {
            known.remove(0);
        } else if let Some(count) = self.lengths.get_mut(id.len()) {
            *count = count.saturating_add(1);
        }
        known.push(entry);
    }

    /// A connection uses these addresses.
    pub(super) fn add_ends(&mut self, ends: [SocketAddr; 2], connection: u32) {
        let known = self.by_pair.entry(pair(ends)).or_default();
        if !known.contains(&connection) {
            known.push(connection);
        }
        let [_, server] = ends;
        let known = self.by_server.entry(server).or_default();
        if !known.contains(&connection) {
            known.push(connection);
        }
    }

    /// Forgets a connection: the ids that reach it and the addresses it used.
    pub(super) fn remove(&mut self, connection: u32, ids: impl Iterator<Item = Cid>, ends: &[[SocketAddr; 2]]) {
        for id in ids {
            if let Some(known) = self.by_id.get_mut(&id) {
                let before = known.len();
                known.retain(|(of, _)| *of != connection);
                let gone = u32::try_from(before.saturating_sub(known.len())).unwrap_or(u32::MAX);
                if known.is_empty() {
                    self.by_id.remove(&id);
                }
                if let Some(count) = self.lengths.get_mut(id.len()) {
                    *count = count.saturating_sub(gone);
                }
            }
        }
        for ends in ends {
            if let Some(known) = self.by_pair.get_mut(&pair(*ends)) {
                known.retain(|of| *of != connection);
                if known.is_empty() {
                    self.by_pair.remove(&pair(*ends));
                }
            }
            let [_, server] = ends;
            if let Some(known) = self.by_server.get_mut(server) {
                known.retain(|of| *of != connection);
                if known.is_empty() {
                    self.by_server.remove(server);
                }
            }
        }
    }

    /// Connections that an id reaches, and the side there; the newest first.
    pub(super) fn of_id(&self, id: Cid) -> SmallVec<[(u32, usize); 2]> {
        let known = self.by_id.get(&id).map(SmallVec::as_slice).unwrap_or_default();
        known.iter().rev().map(|(connection, side)| (*connection, usize::from(*side))).collect()
    }

    /// Connections that the id at the front of a short header's rest reaches, and the length of the id; long ids first.
    pub(super) fn of_short(&self, rest: &[u8]) -> SmallVec<[(u32, usize, usize); 2]> {
        let mut out = SmallVec::new();
        for len in (1..=LONGEST).rev() {
            if self.lengths.get(len).is_none_or(|count| *count == 0) {
                continue;
            }
            let Some(id) = rest.get(..len).and_then(Cid::new) else { continue };
            out.extend(self.of_id(id).into_iter().map(|(connection, side)| (connection, side, len)));
        }
        out
    }

    /// Connections that used both addresses, the newest first.
    pub(super) fn of_pair(&self, ends: [SocketAddr; 2]) -> SmallVec<[u32; 4]> {
        let known = self.by_pair.get(&pair(ends)).map(SmallVec::as_slice).unwrap_or_default();
        known.iter().rev().copied().take(MOST_TRIED).collect()
    }

    /// Connections of a server at either address, the newest first.
    pub(super) fn of_server(&self, ends: [SocketAddr; 2]) -> SmallVec<[u32; 4]> {
        let of = |end: SocketAddr| self.by_server.get(&end).map(SmallVec::as_slice).unwrap_or_default();
        let [from, to] = ends.map(of);
        from.iter().rev().chain(to.iter().rev()).copied().take(MOST_TRIED).collect()
    }
}

fn pair(ends: [SocketAddr; 2]) -> Pair {
    let [one, other] = ends;
    if one <= other { (one, other) } else { (other, one) }
}

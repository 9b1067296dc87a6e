//! Keys of Initial packets: they follow from a connection id that the client chose [RFC 9001 §5.2].

use super::cid::Cid;
use super::keys::{Keys, initial_secrets};
use super::level::{Expected, Opened, numbers};
use super::open::{Sealed, open, unmask};
use super::packet::Long;
use super::version::Version;

/// Key pairs of one connection that are kept: a retry and another version make four.
const MOST: usize = 6;

/// Keys of one id and version.
#[derive(Debug)]
struct Pair {
    version: Version,
    id: Cid,
    keys: [Keys; 2],
}

/// All keys that Initial packets of a connection opened with, the newest last.
#[derive(Debug, Default)]
pub(super) struct InitialKeys {
    pairs: Vec<Pair>,
}

impl InitialKeys {
    /// Whether the first keys were those of a version.
    pub(super) fn began_with(&self, version: Version) -> bool {
        self.pairs.first().is_some_and(|pair| pair.version == version)
    }

    /// The ids that the keys follow from: to those its client sent Initial packets.
    pub(super) fn ids(&self) -> impl Iterator<Item = Cid> {
        self.pairs.iter().map(|pair| pair.id)
    }

    /// Opens an Initial of a side: with known keys, else with those of the id it is sent to, unless that is a `stranger`. A packet may be
    /// labelled with one version and sealed with the keys of the other.
    pub(super) fn open(&mut self, side: usize, long: &Long, stranger: bool, packet: &[u8], expected: Expected) -> Option<Opened> {
        let known = self.pairs.iter().rev().find_map(|pair| open_with(pair.keys.get(side)?, packet, long.number_at, expected));
        if known.is_some() {
            return known;
        }
        let mut ids: Vec<Cid> = self.pairs.iter().map(|pair| pair.id).collect();
        if side == 0 && !stranger {
            ids.insert(0, long.destination);
        }
        for id in ids {
            for version in [long.version, long.version.other()] {
                if self.pairs.iter().any(|pair| (pair.version, pair.id) == (version, id)) {
                    continue;
                }
                if let Some(opened) = self.open_new(side, (version, id), packet, long.number_at, expected) {
                    return Some(opened);
                }
            }
        }
        None
    }

    fn open_new(&mut self, side: usize, name: (Version, Cid), packet: &[u8], number_at: usize, expected: Expected) -> Option<Opened> {
        let (version, id) = name;
        let [client, server] = initial_secrets(version, id.as_slice());
        let keys = [Keys::of(client)?, Keys::of(server)?];
        let opened = open_with(keys.get(side)?, packet, number_at, expected)?;
        if self.pairs.len() >= MOST {
            self.pairs.remove(1);
        }
        self.pairs.push(Pair { version, id, keys });
        Some(opened)
    }
}

fn open_with(keys: &Keys, packet: &[u8], number_at: usize, expected: Expected) -> Option<Opened> {
    let unmasked = unmask(&keys.header, packet, number_at)?;
    let at = u16::try_from(number_at).ok()?;
    numbers(unmasked, expected).take(2).find_map(|number| {
        let sealed = Sealed { number, number_at: at, first: unmasked.first };
        Some(Opened { sealed, payload: open(&keys.packet, packet, sealed)?, generation: 0 })
    })
}

//! Which secrets are known, by name and number: enough to say what is missing, and nothing of the secrets themselves.

use rustc_hash::FxHashMap;

use crate::carrier::keylog::KeyLog;

/// Secrets known of one association.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// Handshake secrets.
    pub handshake: usize,
    /// Application roots.
    pub master: usize,
    /// Re-KEM secrets.
    pub rekem: usize,
    /// Traffic secrets.
    pub traffic: usize,
}

/// What the key logs hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeyIndex {
    associations: FxHashMap<[u8; 32], Held>,
    tls: FxHashMap<Box<[u8]>, usize>,
}

impl KeyIndex {
    /// Counts what a log holds.
    pub fn of(log: &KeyLog) -> Self {
        let associations = log.associations().map(|(id, secrets)| {
            let held = Held {
                handshake: secrets.handshake.len(),
                master: secrets.master.len(),
                rekem: secrets.rekem.len(),
                traffic: secrets.traffic.len(),
            };
            (*id, held)
        });
        let tls = log.tls_connections().map(|(random, secrets)| (random.into(), secrets.len()));
        Self { associations: associations.collect(), tls: tls.collect() }
    }

    /// What is held for an association.
    pub fn association(&self, id: &[u8; 32]) -> Option<Held> {
        self.associations.get(id).copied()
    }

    /// TLS secrets of a client random.
    pub fn tls(&self, random: &[u8]) -> usize {
        self.tls.get(random).copied().unwrap_or_default()
    }

    /// Associations and TLS connections that the logs have secrets of.
    pub fn totals(&self) -> (usize, usize) {
        (self.associations.len(), self.tls.len())
    }
}

//! Connections whose beginning was not captured: short headers alone do not say which keys, how long the id, which number. Secrets of
//! the key log that belong to no other connection are tried, within a bound.

use std::net::SocketAddr;

use hashbrown::{HashMap, HashSet};
use memchr::memmem;

use crate::base::limits::Limits;
use crate::carrier::hello::RANDOM_LEN;
use crate::carrier::keylog::KeyLog;
use crate::crypto::aead::Cipher;

use super::cid::LONGEST;
use super::keys::PacketSecret;
use super::level::{Expected, Opened, Phases, numbers};
use super::open::{SHORTEST, Unmasked};
use super::version::Version;

/// Labels of the secrets that seal what comes after the handshake, client first.
const LABELS: [&str; 2] = ["CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0"];
/// Lengths of connection ids, the usual ones first.
const LENGTHS: [usize; LONGEST + 1] = [8, 0, 20, 4, 16, 5, 12, 18, 1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15, 17, 19];
/// Datagrams of two addresses that are not tried yet: they may have overtaken the first one of their connection.
const PATIENCE: u32 = 12;
/// Datagrams of two addresses that are tried.
const MOST_DATAGRAMS: u32 = 24;
/// Of those, the datagrams at which many numbers and key phases are tried.
const DEEP: [u32; 3] = [2, 8, 20];
/// Places at which what may be an id stands again that are tried.
const MOST_SIZES: usize = 8;
/// Octets of packets that fill what paths carry.
const USUAL_SIZES: [usize; 12] = [1200, 1252, 1280, 1350, 1357, 1378, 1392, 1412, 1440, 1444, 1452, 1472];
/// Pairs of addresses remembered.
const MOST_PAIRS: usize = 4096;
/// Windows of packet numbers tried when few octets of a number are sent.
const WINDOWS: u64 = 64;
/// Key updates that may lie before the capture.
const GENERATIONS: u64 = 8;

/// What was found out about a packet.
pub(super) struct Found {
    pub(super) random: [u8; RANDOM_LEN],
    /// The side that sent it.
    pub(super) side: usize,
    pub(super) id_len: usize,
    /// Octets of the packet: others may be recorded behind it in the same datagram.
    pub(super) len: usize,
    pub(super) phases: Phases,
}

/// How much was tried.
#[derive(Debug, Default)]
pub(super) struct Late {
    pairs: HashMap<(SocketAddr, SocketAddr), u32>,
    /// Whether no first datagram can come any more.
    over: bool,
    spent: u64,
}

impl Late {
    /// Looks for the secret that opens a packet with a short header.
    pub(super) fn find(
        &mut self,
        ends: (SocketAddr, SocketAddr),
        packet: &[u8],
        keys: &KeyLog,
        bound: &HashSet<[u8; RANDOM_LEN]>,
        limits: &Limits,
    ) -> Option<Found> {
        let deep = self.may_try(ends, packet, limits)?;
        let sizes = sizes(packet, deep);
        for (random, secrets) in keys.tls_connections().take(limits.key_trials) {
            let Ok(random) = <[u8; RANDOM_LEN]>::try_from(random) else { continue };
            if bound.contains(&random) {
                continue;
            }
            for secret in secrets {
                let Some(side) = LABELS.iter().position(|label| *label == secret.label) else { continue };
                for (version, cipher) in Version::ALL.into_iter().flat_map(|version| Cipher::ALL.map(|cipher| (version, cipher))) {
                    let Some(mut phases) = Phases::of(PacketSecret { version, cipher, secret: secret.secret.clone() }) else { continue };
                    let found = LENGTHS.into_iter().find_map(|id_len| {
                        let opens = |len: &&usize| {
                            packet.get(..**len).is_some_and(|packet| self.opens(&mut phases, packet, id_len, deep).is_some())
                        };
                        Some((id_len, *sizes.iter().find(opens)?))
                    });
                    if let Some((id_len, len)) = found {
                        return Some(Found { random, side, id_len, len, phases });
                    }
                }
            }
        }
        None
    }

    /// The capture is over: no first datagram comes any more.
    pub(super) const fn finish(&mut self) {
        self.over = true;
    }

    /// Whether the guesses were given up.
    pub(super) const fn is_spent(&self, limits: &Limits) -> bool {
        self.spent >= limits.quic_trials
    }

    /// Whether a packet is worth it, and how deep to look.
    fn may_try(&mut self, ends: (SocketAddr, SocketAddr), packet: &[u8], limits: &Limits) -> Option<bool> {
        let fixed = packet.first().is_some_and(|first| first & 0xc0 == 0x40);
        if !fixed || packet.len() <= SHORTEST || self.is_spent(limits) {
            return None;
        }
        if self.pairs.len() >= MOST_PAIRS && !self.pairs.contains_key(&ends) {
            return None;
        }
        let count = self.pairs.entry(ends).or_default();
        if *count < PATIENCE && self.over {
            *count = PATIENCE;
        }
        *count = count.saturating_add(1);
        let tried = count.checked_sub(PATIENCE).filter(|tried| (1..=MOST_DATAGRAMS).contains(tried))?;
        Some(DEEP.contains(&tried))
    }

    /// Opens a packet under the guess that its id has `id_len` octets.
    fn opens(&mut self, phases: &mut Phases, packet: &[u8], id_len: usize, deep: bool) -> Option<Opened> {
        let number_at = id_len.saturating_add(1);
        let unmasked = phases.unmask(packet, number_at).filter(Unmasked::is_plausible)?;
        let windows = if deep && unmasked.number_len() < 3 { WINDOWS } else { 0 };
        let generations = if deep { GENERATIONS } else { 2 };
        for number in numbers(unmasked, Expected { near: [0, 0], windows }) {
            for generation in (0..generations).filter(|generation| (generation & 1 == 1) == unmasked.key_phase()) {
                self.spent = self.spent.saturating_add(1);
                if let Some(opened) = phases.open_as(packet, number_at, unmasked, number, generation) {
                    return Some(opened);
                }
            }
        }
        None
    }
}

/// How long the first packet of a datagram may be: the whole of it, or up to where what may be its id stands again, or what paths carry.
fn sizes(datagram: &[u8], deep: bool) -> Vec<usize> {
    let front = datagram.get(1..5).unwrap_or_default();
    let behind = datagram.get(SHORTEST..).unwrap_or_default();
    let again = memmem::find_iter(behind, front).map(|at| at.saturating_add(SHORTEST).saturating_sub(1));
    let usual = USUAL_SIZES.into_iter().filter(|size| deep && *size < datagram.len());
    std::iter::once(datagram.len()).chain(again.take(MOST_SIZES)).chain(usual).collect()
}

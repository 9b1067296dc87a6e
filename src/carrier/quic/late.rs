//! Connections whose beginning was not captured: short headers alone do not say which keys, how long the id, which number. Secrets of
//! the key log that belong to no other connection are tried, within a bound.

use std::net::SocketAddr;

use hashbrown::{HashMap, HashSet};
use memchr::memmem;
use smallvec::SmallVec;

use crate::base::limits::Limits;
use crate::carrier::hello::RANDOM_LEN;
use crate::carrier::keylog::KeyLog;
use crate::crypto::aead::Cipher;

use super::cid::LONGEST;
use super::keys::PacketSecret;
use super::level::{Expected, Phases, numbers};
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
/// Flows remembered.
const MOST_FLOWS: usize = 4096;
/// Beginnings of datagrams that are compared, of one direction.
const MOST_HEADS: usize = 16;
/// As many of them tell how long ids are.
const ENOUGH_HEADS: usize = 3;
/// A flow may use up one of so many parts of what is left of all trials.
const SHARES: u64 = 8;
/// Trials that it may use up in any case: some hundredths of a second.
const LEAST_SHARE: u64 = 1 << 14;
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

/// One secret under one guess of version and cipher.
#[derive(Debug)]
struct Guess {
    random: [u8; RANDOM_LEN],
    side: usize,
    phases: Phases,
}

/// What two addresses sent each other so far, and how much was tried on it.
#[derive(Debug, Default)]
struct Flow {
    datagrams: u32,
    spent: u64,
    /// The octets behind the first one of the datagrams of either direction: they begin with the id.
    heads: [Vec<[u8; LONGEST]>; 2],
    /// Its share is used up.
    given_up: bool,
    /// Secrets were left untried.
    untried: bool,
}

/// How much was tried.
#[derive(Debug, Default)]
pub(super) struct Late {
    flows: HashMap<(SocketAddr, SocketAddr), Flow>,
    /// The likeliest first, with the revision of the key log that they were made of.
    guesses: Vec<Guess>,
    made: Option<u64>,
    /// Whether the key log has more secrets.
    more: bool,
    /// Whether no first datagram can come any more.
    over: bool,
    spent: u64,
    /// Flows that were given up, and flows that opened with none of the secrets that were tried, of which there were more.
    left_out: (u64, u64),
}

/// A packet to try, and how.
struct Trial<'a> {
    packet: &'a [u8],
    lengths: SmallVec<[usize; LONGEST + 1]>,
    sizes: Vec<usize>,
    deep: bool,
    /// Openings that may still be tried.
    left: u64,
}

impl Late {
    /// Looks for the secret that opens a packet with a short header.
    pub(super) fn find(
        &mut self,
        ends: [SocketAddr; 2],
        packet: &[u8],
        keys: &KeyLog,
        bound: &HashSet<[u8; RANDOM_LEN]>,
        limits: &Limits,
    ) -> Option<Found> {
        let mut trial = self.trial(ends, packet, limits)?;
        self.make(keys, limits);
        let before = trial.left;
        let guesses = self.guesses.iter_mut().enumerate().filter(|(_, guess)| !bound.contains(&guess.random));
        let found = guesses.map(|(at, guess)| (at, trial.find(&mut guess.phases))).find(|(_, found)| *found != Step::Wrong);
        self.note(ends, before.saturating_sub(trial.left), found.map(|(_, step)| step));
        let Some((at, Step::Opens { id_len, len })) = found else { return None };
        if let Some(flow) = self.flows.get_mut(&pair(ends)) {
            // Others may be between the same addresses.
            flow.datagrams = PATIENCE;
        }
        let Guess { random, side, phases } = self.guesses.remove(at);
        Some(Found { random, side, id_len, len, phases })
    }

    /// The capture is over: no first datagram comes any more.
    pub(super) const fn finish(&mut self) {
        self.over = true;
    }

    /// Flows that were given up, and flows for which secrets were left untried.
    pub(super) const fn left_out(&self) -> (u64, u64) {
        self.left_out
    }

    /// Takes note of what came of a trial.
    fn note(&mut self, ends: [SocketAddr; 2], spent: u64, step: Option<Step>) {
        self.spent = self.spent.saturating_add(spent);
        let Some(flow) = self.flows.get_mut(&pair(ends)) else { return };
        flow.spent = flow.spent.saturating_add(spent);
        let opens = matches!(step, Some(Step::Opens { .. }));
        let gives_up = !opens && (flow.given_up || step == Some(Step::Spent));
        let untried = !opens && self.more;
        let count = |counted: u64, before: bool, now: bool| counted.saturating_add(u64::from(now)).saturating_sub(u64::from(before));
        let (abandoned, others) = self.left_out;
        let before = (std::mem::replace(&mut flow.given_up, gives_up), std::mem::replace(&mut flow.untried, untried));
        self.left_out = (count(abandoned, before.0, gives_up), count(others, before.1, untried));
    }

    /// Makes guesses of the newest secrets, when there are new ones.
    fn make(&mut self, keys: &KeyLog, limits: &Limits) {
        if self.made.replace(keys.revision()) == Some(keys.revision()) {
            return;
        }
        self.guesses.clear();
        let newest = || keys.tls_connections().rev().filter(|(_, secrets)| secrets.iter().any(|secret| side_of(&secret.label).is_some()));
        self.more = newest().nth(limits.quic_secrets).is_some();
        for version in Version::ALL {
            for (random, secrets) in newest().take(limits.quic_secrets) {
                let Ok(random) = <[u8; RANDOM_LEN]>::try_from(random) else { continue };
                for (side, held) in secrets.iter().filter_map(|held| Some((side_of(&held.label)?, held))) {
                    let sealed = Cipher::ALL.map(|cipher| PacketSecret { version, cipher, secret: held.secret.clone() });
                    self.guesses.extend(sealed.into_iter().filter_map(|secret| Some(Guess { random, side, phases: Phases::of(secret)? })));
                }
            }
        }
    }

    /// Whether a packet is worth it, and how deep to look.
    fn trial<'a>(&mut self, ends: [SocketAddr; 2], packet: &'a [u8], limits: &Limits) -> Option<Trial<'a>> {
        let fixed = packet.first().is_some_and(|first| first & 0xc0 == 0x40);
        let full = self.flows.len() >= MOST_FLOWS && !self.flows.contains_key(&pair(ends));
        if !fixed || packet.len() <= SHORTEST || full {
            return None;
        }
        let share = LEAST_SHARE.saturating_add(limits.quic_trials.saturating_sub(self.spent) / SHARES);
        let flow = self.flows.entry(pair(ends)).or_default();
        let lengths = flow.lengths(ends, packet);
        flow.datagrams = flow.datagrams.max(if self.over { PATIENCE } else { 0 }).saturating_add(1);
        let tried = flow.datagrams.checked_sub(PATIENCE).filter(|tried| (1..=MOST_DATAGRAMS).contains(tried))?;
        let deep = DEEP.contains(&tried);
        let left = share.saturating_sub(flow.spent);
        Some(Trial { packet, lengths, sizes: sizes(packet, deep), deep, left })
    }
}

/// What became of a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Wrong,
    /// Nothing more may be tried.
    Spent,
    Opens {
        id_len: usize,
        len: usize,
    },
}

impl Flow {
    /// How long the id of a packet may be: as many octets as it has in common with others of its direction, which go to the same id or
    /// to another one. Without others any length.
    fn lengths(&mut self, ends: [SocketAddr; 2], packet: &[u8]) -> SmallVec<[usize; LONGEST + 1]> {
        let mut head = [0; LONGEST];
        head.iter_mut().zip(packet.iter().skip(1)).for_each(|(to, from)| *to = *from);
        let [ahead, back] = &mut self.heads;
        let heads = if ends.first() <= ends.last() { ahead } else { back };
        let mut out: SmallVec<[usize; LONGEST + 1]> = SmallVec::new();
        for other in heads.iter() {
            let alike = head.iter().zip(other).take_while(|(one, other)| one == other).count();
            if alike > 0 && !out.contains(&alike) {
                out.push(alike);
            }
        }
        if heads.len() < ENOUGH_HEADS {
            out = SmallVec::from_slice(&LENGTHS);
        } else if !out.contains(&0) {
            out.push(0);
        }
        if heads.len() >= MOST_HEADS {
            heads.remove(0);
        }
        heads.push(head);
        out
    }
}

impl Trial<'_> {
    /// Tries a guess on the packet, with every length of its id and of itself.
    fn find(&mut self, phases: &mut Phases) -> Step {
        for at in 0..self.lengths.len() {
            let Some(&id_len) = self.lengths.get(at) else { break };
            for size in 0..self.sizes.len() {
                let Some(&len) = self.sizes.get(size) else { break };
                match self.opens(phases, id_len, len) {
                    None => return Step::Spent,
                    Some(true) => return Step::Opens { id_len, len },
                    Some(false) => {}
                }
            }
        }
        Step::Wrong
    }

    /// Opens the packet under the guess that its id has `id_len` octets, and itself `len`. `None` when nothing more may be tried.
    fn opens(&mut self, phases: &mut Phases, id_len: usize, len: usize) -> Option<bool> {
        let number_at = id_len.saturating_add(1);
        let packet = self.packet.get(..len).unwrap_or_default();
        let Some(unmasked) = phases.unmask(packet, number_at).filter(Unmasked::is_plausible) else { return Some(false) };
        let windows = if self.deep && unmasked.number_len() < 3 { WINDOWS } else { 0 };
        let generations = if self.deep { GENERATIONS } else { 2 };
        for number in numbers(unmasked, Expected { near: [0, 0], windows }) {
            for generation in (0..generations).filter(|generation| (generation & 1 == 1) == unmasked.key_phase()) {
                self.left = self.left.checked_sub(1)?;
                if phases.open_as(packet, number_at, unmasked, number, generation).is_some() {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

/// The side whose traffic a secret seals, by its label.
fn side_of(label: &str) -> Option<usize> {
    LABELS.iter().position(|known| *known == label)
}

fn pair([one, other]: [SocketAddr; 2]) -> (SocketAddr, SocketAddr) {
    if one <= other { (one, other) } else { (other, one) }
}

/// How long the first packet of a datagram may be: the whole of it, or up to where what may be its id stands again, or what paths carry.
fn sizes(datagram: &[u8], deep: bool) -> Vec<usize> {
    let front = datagram.get(1..5).unwrap_or_default();
    let behind = datagram.get(SHORTEST..).unwrap_or_default();
    let again = memmem::find_iter(behind, front).map(|at| at.saturating_add(SHORTEST).saturating_sub(1));
    let usual = USUAL_SIZES.into_iter().filter(|size| deep && *size < datagram.len());
    std::iter::once(datagram.len()).chain(again.take(MOST_SIZES)).chain(usual).collect()
}

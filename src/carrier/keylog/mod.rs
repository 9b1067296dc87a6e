//! The key log: NSS style lines to secrets, found by the identity of an association.

mod line;

use hashbrown::HashMap;

use crate::base::direction::Direction;
use crate::base::limits::Limits;
use crate::base::secret::Secret;
use crate::spec::channel::Channel;
use crate::spec::suite::Suite;

pub use line::{AssociationKey, TrafficSecret};
use line::{Line, parse};

/// Different secrets kept for one name: a second one may belong to another run with the same key share.
const MOST_PER_NAME: usize = 8;
/// Faults listed in one report; further ones are counted.
const MOST_FAULTS: usize = 64;

/// A secret mixed in by a re-KEM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RekemSecret {
    /// The direction that it heals.
    pub direction: Direction,
    /// The ratchet generation that it begins.
    pub generation: u32,
    /// The 64 octets.
    pub secret: Secret,
}

/// Everything the log holds for one association.
#[derive(Clone, Debug, Default)]
pub struct AssociationSecrets {
    /// Handshake secrets, in log order.
    pub handshake: Vec<Secret>,
    /// Application roots of ratchet generation 0, in log order.
    pub master: Vec<Secret>,
    /// Re-KEM secrets, in log order.
    pub rekem: Vec<RekemSecret>,
    /// Traffic secrets, in log order.
    pub traffic: Vec<TrafficSecret>,
    /// Line of the first secret.
    pub line: u64,
}

/// A TLS secret, kept as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsSecret {
    /// The NSS label.
    pub label: String,
    /// The secret.
    pub secret: Secret,
}

/// What lines held. Line numbers count from 1 over everything that one [`KeyLog`] was given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineReport {
    /// N-PAMP secrets that are new.
    pub added: u64,
    /// N-PAMP secrets that were there already.
    pub known: u64,
    /// TLS secrets.
    pub tls: u64,
    /// Lines with a label that is not known here.
    pub unknown: u64,
    /// Secrets that the bound kept out.
    pub dropped: u64,
    /// N-PAMP lines that cannot be read.
    pub broken: u64,
    /// Line number and reason of broken lines, bounded. Reasons hold no wire or log text.
    pub faults: Vec<(u64, &'static str)>,
}

/// All secrets known so far. `revision` grows with every new one, so that readers can tell when to look again.
#[derive(Clone, Debug)]
pub struct KeyLog {
    order: Vec<AssociationKey>,
    associations: HashMap<AssociationKey, AssociationSecrets>,
    tls_order: Vec<Vec<u8>>,
    tls: HashMap<Vec<u8>, Vec<TlsSecret>>,
    count: usize,
    most: usize,
    lines: u64,
    revision: u64,
}

impl KeyLog {
    /// An empty log.
    pub fn new(limits: &Limits) -> Self {
        Self {
            order: Vec::new(),
            associations: HashMap::new(),
            tls_order: Vec::new(),
            tls: HashMap::new(),
            count: 0,
            most: limits.secrets,
            lines: 0,
            revision: 0,
        }
    }

    /// Takes whole lines; a last line without its end counts as whole.
    pub fn push_text(&mut self, text: &[u8]) -> LineReport {
        let mut report = LineReport::default();
        if text.is_empty() {
            return report;
        }
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        for line in text.split(|octet| *octet == b'\n') {
            self.lines = self.lines.saturating_add(1);
            match parse(line) {
                Ok(line) => self.store(line, &mut report),
                Err(reason) => {
                    report.broken = report.broken.saturating_add(1);
                    if report.faults.len() < MOST_FAULTS {
                        report.faults.push((self.lines, reason));
                    }
                }
            }
        }
        report
    }

    /// What the log holds for an association.
    pub fn association(&self, id: &AssociationKey) -> Option<&AssociationSecrets> {
        self.associations.get(id)
    }

    /// Every association of the log, in log order.
    pub fn associations(&self) -> impl Iterator<Item = (&AssociationKey, &AssociationSecrets)> {
        self.order.iter().filter_map(|id| self.associations.get_key_value(id))
    }

    /// The TLS secrets of a client random.
    pub fn tls(&self, client_random: &[u8]) -> &[TlsSecret] {
        self.tls.get(client_random).map_or(&[], Vec::as_slice)
    }

    /// Every client random of the log with its TLS secrets, in log order.
    pub fn tls_connections(&self) -> impl DoubleEndedIterator<Item = (&[u8], &[TlsSecret])> {
        self.tls_order.iter().map(|random| (random.as_slice(), self.tls(random)))
    }

    /// Number of secrets.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Grows with every new secret.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    fn store(&mut self, line: Line, report: &mut LineReport) {
        match line {
            Line::Nothing => {}
            Line::Unknown => report.unknown = report.unknown.saturating_add(1),
            Line::Tls(label, random, secret) => {
                report.tls = report.tls.saturating_add(1);
                self.store_tls(random, TlsSecret { label, secret }, report);
            }
            Line::Handshake(id, secret) => self.add(id, report, |held| insert(&mut held.handshake, secret, |_| true)),
            Line::Master(id, secret) => self.add(id, report, |held| insert(&mut held.master, secret, |_| true)),
            Line::Rekem(id, direction, generation, secret) => self.add(id, report, |held| {
                let same = move |other: &RekemSecret| other.direction == direction && other.generation == generation;
                insert(&mut held.rekem, RekemSecret { direction, generation, secret }, same)
            }),
            Line::Traffic(id, traffic) => self.add(id, report, |held| {
                let name = scope_of(&traffic);
                insert(&mut held.traffic, traffic, move |other| scope_of(other) == name)
            }),
        }
    }

    fn store_tls(&mut self, random: Vec<u8>, secret: TlsSecret, report: &mut LineReport) {
        if self.count >= self.most {
            report.dropped = report.dropped.saturating_add(1);
            return;
        }
        let order = &mut self.tls_order;
        let held = self.tls.entry(random).or_insert_with_key(|random| {
            order.push(random.clone());
            Vec::new()
        });
        let label = secret.label.clone();
        if insert(held, secret, |other| other.label == label) == Inserted::New {
            self.count = self.count.saturating_add(1);
            self.revision = self.revision.saturating_add(1);
        }
    }

    fn add(&mut self, id: AssociationKey, report: &mut LineReport, put: impl FnOnce(&mut AssociationSecrets) -> Inserted) {
        if self.count >= self.most {
            report.dropped = report.dropped.saturating_add(1);
            return;
        }
        let held = self.associations.entry(id).or_insert_with(|| {
            self.order.push(id);
            AssociationSecrets { line: self.lines, ..AssociationSecrets::default() }
        });
        match put(held) {
            Inserted::New => {
                report.added = report.added.saturating_add(1);
                self.count = self.count.saturating_add(1);
                self.revision = self.revision.saturating_add(1);
            }
            Inserted::Known => report.known = report.known.saturating_add(1),
            Inserted::Full => report.dropped = report.dropped.saturating_add(1),
        }
    }
}

/// What names a traffic secret.
const fn scope_of(traffic: &TrafficSecret) -> (Direction, u32, u32, Suite, Channel) {
    (traffic.direction, traffic.generation, traffic.epoch, traffic.suite, traffic.channel)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inserted {
    New,
    Known,
    Full,
}

/// Adds an item unless it is there, or its name holds too many already.
fn insert<T: PartialEq>(list: &mut Vec<T>, item: T, same_name: impl Fn(&T) -> bool) -> Inserted {
    let (mut count, mut known) = (0_usize, false);
    for other in list.iter().filter(|other| same_name(other)) {
        count = count.saturating_add(1);
        known = known || *other == item;
    }
    if known {
        return Inserted::Known;
    }
    if count >= MOST_PER_NAME {
        return Inserted::Full;
    }
    list.push(item);
    Inserted::New
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    fn log() -> KeyLog {
        KeyLog::new(&Limits::default())
    }

    fn id() -> String {
        "Ab".repeat(32)
    }

    #[test]
    fn reads_all_four_labels_with_untidy_blanks_and_line_ends() {
        let mut log = log();
        let text = format!(
            "\u{feff}# comment\r\n\r\n  NPAMP_HANDSHAKE_SECRET\t{0}  {1}  \r\nNPAMP_MASTER_SECRET {0} {1}\nNPAMP_REKEM_SHARED_SECRET {0} 1 3 {1}{1}\n\
             NPAMP_TRAFFIC_SECRET {0} 0 2 5 1 d {1}",
            id(),
            "0F".repeat(32)
        );
        let report = log.push_text(text.as_bytes());
        assert_eq!((report.added, report.broken, report.unknown), (4, 0, 0));
        let held = log.association(&[0xAB; 32]).unwrap();
        assert_eq!(held.handshake, held.master);
        assert_eq!((held.rekem[0].direction, held.rekem[0].generation, held.rekem[0].secret.len()), (Direction::S2c, 3, 64));
        let traffic = &held.traffic[0];
        assert_eq!((traffic.direction, traffic.generation, traffic.epoch), (Direction::C2s, 2, 5));
        assert_eq!((traffic.suite, traffic.channel), (Suite::AES_256_GCM, Channel::BRIDGE));
        assert_eq!(held.line, 3);
    }

    #[test]
    fn broken_lines_are_counted_with_number_and_reason_but_without_their_text() {
        let mut log = log();
        let text =
            format!("NPAMP_MASTER_SECRET {0} 00\nNPAMP_MASTER_SECRET {0}\nOTHER_LABEL a b c\nNPAMP_TRAFFIC_SECRET {0} 2 0 0 1 d 00", id());
        let report = log.push_text(text.as_bytes());
        assert_eq!((report.added, report.broken, report.unknown), (0, 3, 1));
        let lines: Vec<u64> = report.faults.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 4]);
        assert!(log.is_empty());
    }

    #[test]
    fn a_duplicate_is_known_and_a_second_secret_of_one_name_is_kept_too() {
        let mut log = log();
        let line = |octet: &str| format!("NPAMP_MASTER_SECRET {} {}\n", id(), octet.repeat(32));
        log.push_text(line("01").as_bytes());
        assert_eq!(log.push_text(line("01").as_bytes()).known, 1);
        assert_eq!(log.push_text(line("02").as_bytes()).added, 1);
        assert_eq!(log.association(&[0xAB; 32]).unwrap().master.len(), 2);
        assert_eq!(log.revision(), 2);
    }

    #[test]
    fn tls_lines_are_kept_for_their_client_random() {
        let mut log = log();
        let report = log.push_text(format!("CLIENT_TRAFFIC_SECRET_0 {} {}\n", "11".repeat(32), "22".repeat(48)).as_bytes());
        assert_eq!((report.tls, report.added), (1, 0));
        assert_eq!(log.tls(&[0x11; 32])[0].label, "CLIENT_TRAFFIC_SECRET_0");
        assert!(log.tls(&[0x12; 32]).is_empty());
    }

    #[test]
    fn labels_that_name_quic_mean_the_same_secrets() {
        let mut log = log();
        log.push_text(format!("QUIC_SERVER_TRAFFIC_SECRET_0 {} {}\n", "13".repeat(32), "22".repeat(32)).as_bytes());
        let (random, secrets) = log.tls_connections().next().unwrap();
        assert_eq!((random, secrets[0].label.as_str()), (&[0x13; 32][..], "SERVER_TRAFFIC_SECRET_0"));
    }

    #[test]
    fn the_bound_keeps_further_secrets_out() {
        let mut log = KeyLog::new(&Limits { secrets: 1, ..Limits::default() });
        let text = format!("NPAMP_MASTER_SECRET {0} {1}\nNPAMP_HANDSHAKE_SECRET {0} {1}\n", id(), "00".repeat(32));
        let report = log.push_text(text.as_bytes());
        assert_eq!((report.added, report.dropped, log.len()), (1, 1, 1));
    }
}

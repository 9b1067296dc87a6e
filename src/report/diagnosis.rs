//! Why an association stays sealed: which keys were found for it, where the chain of keys breaks, and what to do.

use crate::base::id::AssociationId;
use crate::base::text::{count_of, hex, show};
use crate::carrier::alert;
use crate::carrier::facts::{Choice, Facts, Kind};
use crate::npamp::protection::{Protection, SealedReason};
use crate::store::row::{AssociationRow, End};
use crate::store::snapshot::Snapshot;

/// Digits shown of a name.
const DIGITS: usize = 16;

/// A line of a diagnosis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clue {
    /// What it is about.
    pub what: &'static str,
    /// What is known.
    pub text: String,
    /// Whether something is wrong here.
    pub bad: bool,
}

/// The diagnosis of an association.
pub fn of(snapshot: &Snapshot, id: AssociationId) -> Vec<Clue> {
    let Some(row) = snapshot.association(id) else { return Vec::new() };
    let mut clues = Vec::new();
    clues.extend(carrier(snapshot, row));
    if let Some(facts) = row.carrier.as_deref() {
        clues.push(protocol(facts));
        clues.extend(facts.quic.text().map(|text| Clue { what: "quic", text, bad: false }));
        clues.extend(given_up(row, facts));
    }
    clues.push(keys(snapshot, row));
    let sealed = ordered(row);
    if row.opened > 0 || sealed.is_empty() {
        clues.push(opened(row, sealed.is_empty()));
    }
    for (reason, count) in sealed {
        clues.push(broken(snapshot, id, reason, count));
        clues.push(Clue { what: "to do", text: remedy(reason, row).to_owned(), bad: false });
    }
    clues
}

/// Secrets of the carrier.
fn carrier(snapshot: &Snapshot, row: &AssociationRow) -> Option<Clue> {
    let facts = row.carrier.as_deref().filter(|facts| facts.kind != Kind::Tcp)?;
    let name = facts.kind.title();
    let (text, bad) = match &facts.random {
        Some(random) => match snapshot.keys.tls(random) {
            0 => (format!("{name}: no secret for client random {}", short(random)), true),
            count => (format!("{name}: {} for client random {}", count_of(count as u64, "secret", "secrets"), short(random)), false),
        },
        None => (format!("{name}: the ClientHello was not captured; the secrets of {} were tried", connections(snapshot)), true),
    };
    Some(Clue { what: "outer keys", text, bad: bad && facts.reason().is_some() })
}

/// What was offered, and what was chosen of it.
fn protocol(facts: &Facts) -> Clue {
    let names: Vec<String> = facts.alpn_offered.iter().map(|name| show(name)).collect();
    let offer = match (facts.hello, names.is_empty()) {
        (false, _) => "the offer was not captured".to_owned(),
        (true, true) => "nothing was offered".to_owned(),
        (true, false) => format!("{} was offered", names.join(", ")),
    };
    let choice = match &facts.alpn {
        Choice::Protocol(name) => format!("the server chose {}", show(name)),
        Choice::Nothing => "the server chose none".to_owned(),
        Choice::Unknown => "what the server chose is not known".to_owned(),
    };
    Clue { what: "alpn", text: format!("{offer}; {choice}"), bad: false }
}

/// Why a connection ended before any frame, although nothing stays sealed.
fn given_up(row: &AssociationRow, facts: &Facts) -> Option<Clue> {
    if row.frames != [0; 2] || facts.reason().is_some() || row.sealed_total() > 0 {
        return None;
    }
    let alert = facts.alerts.into_iter().zip(["client", "server"]).find_map(|(alert, side)| Some((alert?, side)));
    let text = match (alert, row.end) {
        (Some((alert, side)), _) => format!("the {side} gave the connection up: {}", alert::text(alert)),
        (None, End::Rst) => "the connection was reset before any frame".to_owned(),
        (None, End::Fin | End::Close) => "the connection was closed before any frame".to_owned(),
        (None, End::CaptureEnd) if facts.suite.is_none() => "no answer to the offer was captured".to_owned(),
        (None, End::CaptureEnd) => "the capture ends before any frame".to_owned(),
    };
    Some(Clue { what: "no frame", text, bad: true })
}

fn connections(snapshot: &Snapshot) -> String {
    count_of(snapshot.keys.totals().1 as u64, "connection", "connections")
}

fn keys(snapshot: &Snapshot, row: &AssociationRow) -> Clue {
    let (known, _) = snapshot.keys.totals();
    let others = count_of(known as u64, "association", "associations");
    let (text, bad) = match row.id {
        None => (
            format!("the CLIENT_HELLO was not captured or not read, so the id is not known; secrets of {others} were tried"),
            row.opened == 0,
        ),
        Some(id) => match snapshot.keys.association(&id) {
            None => (format!("none for id {}; there are secrets of {others}", short(&id)), true),
            Some(held) => {
                let kinds = [
                    (held.handshake, "handshake secret", "handshake secrets"),
                    (held.master, "master secret", "master secrets"),
                    (held.rekem, "re-KEM secret", "re-KEM secrets"),
                    (held.traffic, "traffic secret", "traffic secrets"),
                ];
                let there = kinds.into_iter().filter(|(count, ..)| *count > 0);
                let words: Vec<String> = there.map(|(count, one, many)| count_of(count as u64, one, many)).collect();
                (format!("{} for id {}", words.join(", "), short(&id)), false)
            }
        },
    };
    Clue { what: "keys", text, bad: bad && row.sealed_total() > 0 }
}

fn opened(row: &AssociationRow, all: bool) -> Clue {
    let text = if row.opened == 0 { "nothing is sealed".to_owned() } else { format!("{} opened", count_of(row.opened, "frame", "frames")) };
    Clue { what: "opened", text: if all && row.opened > 0 { format!("all: {text}") } else { text }, bad: false }
}

/// Reasons in the order of the closed list, the carrier's own among them.
fn ordered(row: &AssociationRow) -> Vec<(SealedReason, u64)> {
    let count = |reason: SealedReason| row.sealed.iter().find(|(known, _)| *known == reason).map(|(_, count)| *count);
    let outer = row.carrier_closed();
    let all = SealedReason::ALL.into_iter();
    all.filter_map(|reason| Some((reason, count(reason).or_else(|| (outer == Some(reason)).then_some(0))?))).collect()
}

/// Where the chain breaks.
fn broken(snapshot: &Snapshot, id: AssociationId, reason: SealedReason, count: u64) -> Clue {
    let sealed = Protection::Sealed(reason);
    let first = snapshot.frames.iter().find(|(_, row)| row.protection == sealed && snapshot.association_of(row) == id);
    let from = first.map_or_else(String::new, |(at, _)| format!(", from frame {} on", at + 1));
    let what = if count == 0 { "the carrier".to_owned() } else { format!("{}{from}", count_of(count, "frame", "frames")) };
    Clue { what: "sealed", text: format!("{}: {what}: {}", reason.name(), meaning(reason)), bad: true }
}

const fn meaning(reason: SealedReason) -> &'static str {
    match reason {
        SealedReason::NoKeyForAssociation => "no key log names this association",
        SealedReason::HandshakeNotCaptured => "its secret needs the handshake, and the capture began later",
        SealedReason::OuterTlsKeyMissing => "the TLS or QUIC around it cannot be opened",
        SealedReason::EpochKeyMissing => "the keys were updated, and no secret reaches the new epoch",
        SealedReason::RatchetKeyMissing => "the root was ratcheted, and no secret reaches the new generation",
        SealedReason::ChannelKeyMissing => "there are secrets of other channels only",
        SealedReason::SuiteUnknown => "the suite is none that can be opened",
        SealedReason::KeyWrong => "there is a secret, and it does not open this handshake",
        SealedReason::TagMismatch => "keys that open its neighbours do not open it: it was changed, or sealed wrongly",
        SealedReason::TooShort => "it is shorter than a tag",
        SealedReason::Incomplete => "the capture lacks part of it",
    }
}

/// What to do about it.
fn remedy(reason: SealedReason, row: &AssociationRow) -> &'static str {
    match reason {
        SealedReason::NoKeyForAssociation if row.id.is_none() => {
            "capture from the start of the connection, or give the traffic secrets of its channels with -k"
        }
        SealedReason::NoKeyForAssociation => "let a peer write NPAMPKEYLOGFILE and give that file with -k; it may come later",
        SealedReason::HandshakeNotCaptured => {
            "capture from the start of the connection, or log NPAMP_MASTER_SECRET or NPAMP_TRAFFIC_SECRET"
        }
        SealedReason::OuterTlsKeyMissing => "let a peer write SSLKEYLOGFILE and give that file with -k; it may come later",
        SealedReason::EpochKeyMissing => "capture without gaps from the last key update on, or log NPAMP_TRAFFIC_SECRET of the epoch",
        SealedReason::RatchetKeyMissing => "log NPAMP_REKEM_SHARED_SECRET of both directions at every re-KEM",
        SealedReason::ChannelKeyMissing => "log NPAMP_TRAFFIC_SECRET of this channel too, or the master secret for all of them",
        SealedReason::SuiteUnknown => "nothing: look at the sizes and times of the frames",
        SealedReason::KeyWrong => "give the key log of the same run: this one is of another, or its writer logs something else",
        SealedReason::TagMismatch => "see the findings about these frames: npscope audit tells which side is suspect",
        SealedReason::TooShort => "see the findings about these frames",
        SealedReason::Incomplete => "capture whole packets (no snaplen) and see the drops of the capture",
    }
}

fn short(octets: &[u8]) -> String {
    let digits = hex(octets);
    match digits.get(..DIGITS) {
        Some(front) if digits.len() > DIGITS => format!("{front}…"),
        _ => digits,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::limits::Limits;
    use crate::base::secret::Secret;
    use crate::carrier::keylog::KeyLog;
    use crate::engine::{Engine, Options};
    use crate::scenario::sample;
    use crate::store::keys::KeyIndex;

    fn told(keys: &str) -> String {
        let scenario = sample::find("mcp-session").unwrap().scenario();
        let mut engine = Engine::new(Options::default());
        engine.ingest(crate::base::input::Input::Secrets(Secret::copy(keys.as_bytes())));
        for packet in scenario.packets() {
            engine.ingest(crate::base::input::Input::Packet(packet));
        }
        engine.finish();
        let mut log = KeyLog::new(&Limits::default());
        log.push_text(keys.as_bytes());
        let snapshot = Snapshot { keys: Arc::new(KeyIndex::of(&log)), ..engine.into_snapshot() };
        let clues = of(&snapshot, AssociationId::from_index(0));
        clues.iter().map(|clue| [clue.what, ": ", &clue.text, "\n"].concat()).collect()
    }

    #[test]
    fn keys_that_open_everything_are_counted() {
        let keys = sample::find("mcp-session").unwrap().scenario().keys();
        let text = told(&keys);
        assert!(text.starts_with("keys: 1 handshake secret") && text.contains("opened: all: "), "{text}");
    }

    #[test]
    fn a_missing_key_says_where_it_breaks_and_what_to_do() {
        let text = told("");
        assert!(text.contains("keys: none for id ") && text.contains("no-key-for-association: 40 frames, from frame 3 on"), "{text}");
        assert!(text.contains("to do: let a peer write NPAMPKEYLOGFILE"), "{text}");
    }

    #[test]
    fn every_reason_has_words() {
        for reason in SealedReason::ALL {
            assert!(!meaning(reason).is_empty());
        }
    }
}

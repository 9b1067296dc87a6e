//! One line of a key log to one secret. Reasons never quote the line: it may hold a secret.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::base::text::unhex;
use crate::spec::channel::Channel;
use crate::spec::suite::Suite;

/// Identity of an association: the last 32 octets of the `CLIENT_HELLO` KEMShare.
pub type AssociationKey = [u8; 32];

/// A line, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Blank, or a comment.
    Nothing,
    /// Output of HKDF-Extract.
    Handshake(AssociationKey, Secret),
    /// Application root of ratchet generation 0.
    Master(AssociationKey, Secret),
    /// Secret mixed in by a re-KEM.
    Rekem(AssociationKey, Direction, u32, Secret),
    /// Traffic secret of one scope.
    Traffic(AssociationKey, TrafficSecret),
    /// A TLS secret: label, client random, secret.
    Tls(String, Vec<u8>, Secret),
    /// A label that nobody here knows.
    Unknown,
}

/// The secret of one (direction, ratchet generation, epoch, suite, channel).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrafficSecret {
    /// Direction.
    pub direction: Direction,
    /// Ratchet generation.
    pub generation: u32,
    /// Epoch.
    pub epoch: u32,
    /// Suite.
    pub suite: Suite,
    /// Channel.
    pub channel: Channel,
    /// The traffic secret.
    pub secret: Secret,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Labels of TLS secrets, as in NSS key logs.
const TLS_LABELS: [&str; 10] = [
    "CLIENT_RANDOM",
    "CLIENT_EARLY_TRAFFIC_SECRET",
    "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
    "SERVER_HANDSHAKE_TRAFFIC_SECRET",
    "CLIENT_TRAFFIC_SECRET_0",
    "SERVER_TRAFFIC_SECRET_0",
    "EARLY_EXPORTER_SECRET",
    "EXPORTER_SECRET",
    "ECH_SECRET",
    "ECH_CONFIG",
];

/// Marks the same secrets where a stack names the transport too.
const QUIC_PREFIX: &str = "QUIC_";

/// Reads a line without its line end.
pub(super) fn parse(line: &[u8]) -> Result<Line, &'static str> {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let Ok(text) = std::str::from_utf8(line) else {
        return if line.trim_ascii_start().starts_with(b"NPAMP_") { Err("the line is not text") } else { Ok(Line::Unknown) };
    };
    let mut words = text.split_ascii_whitespace();
    let Some(label) = words.next().filter(|label| !label.starts_with('#')) else { return Ok(Line::Nothing) };
    let words: Vec<&str> = words.collect();
    match label {
        "NPAMP_HANDSHAKE_SECRET" => hash_sized(&words).map(|(id, secret)| Line::Handshake(id, secret)),
        "NPAMP_MASTER_SECRET" => hash_sized(&words).map(|(id, secret)| Line::Master(id, secret)),
        "NPAMP_REKEM_SHARED_SECRET" => rekem(&words),
        "NPAMP_TRAFFIC_SECRET" => traffic(&words),
        _ => Ok(tls_label(label).map_or(Line::Unknown, |label| tls(label, &words))),
    }
}

fn hash_sized(words: &[&str]) -> Result<(AssociationKey, Secret), &'static str> {
    let [id, secret] = words else { return Err("an identity and a secret are expected") };
    Ok((identity(id)?, hash_value(secret)?))
}

fn rekem(words: &[&str]) -> Result<Line, &'static str> {
    let [id, dir, generation, secret] = words else {
        return Err("identity, direction, generation and secret are expected");
    };
    let secret = octets(secret)?;
    if secret.len() != 64 {
        return Err("the secret is not 64 octets");
    }
    Ok(Line::Rekem(identity(id)?, direction(dir)?, decimal(generation, "the generation is no decimal number")?, secret))
}

fn traffic(words: &[&str]) -> Result<Line, &'static str> {
    let [id, dir, generation, epoch, suite, channel, secret] = words else {
        return Err("identity, direction, generation, epoch, suite, channel and secret are expected");
    };
    let traffic = TrafficSecret {
        direction: direction(dir)?,
        generation: decimal(generation, "the generation is no decimal number")?,
        epoch: decimal(epoch, "the epoch is no decimal number")?,
        suite: Suite(short_hex(suite, "the suite is not up to four hexadecimal digits")?),
        channel: Channel(short_hex(channel, "the channel is not up to four hexadecimal digits")?),
        secret: hash_value(secret)?,
    };
    Ok(Line::Traffic(identity(id)?, traffic))
}

/// A TLS label as NSS spells it.
fn tls_label(label: &str) -> Option<&str> {
    let label = label.strip_prefix(QUIC_PREFIX).unwrap_or(label);
    TLS_LABELS.contains(&label).then_some(label)
}

/// TLS lines are kept as they are; a broken one is as good as unknown.
fn tls(label: &str, words: &[&str]) -> Line {
    let [random, secret] = words else { return Line::Unknown };
    match (unhex(random), unhex(secret)) {
        (Some(random), Some(secret)) if !random.is_empty() && !secret.is_empty() => {
            Line::Tls(label.to_owned(), random, Secret::new(secret))
        }
        _ => Line::Unknown,
    }
}

fn identity(word: &str) -> Result<AssociationKey, &'static str> {
    unhex(word).and_then(|octets| octets.try_into().ok()).ok_or("the identity is not 64 hexadecimal digits")
}

fn octets(word: &str) -> Result<Secret, &'static str> {
    unhex(word).map(Secret::new).ok_or("the secret is not hexadecimal")
}

fn hash_value(word: &str) -> Result<Secret, &'static str> {
    octets(word).and_then(|secret| if matches!(secret.len(), 32 | 48) { Ok(secret) } else { Err("the secret is neither 32 nor 48 octets") })
}

fn direction(word: &str) -> Result<Direction, &'static str> {
    match word {
        "0" => Ok(Direction::C2s),
        "1" => Ok(Direction::S2c),
        _ => Err("the direction is neither 0 nor 1"),
    }
}

fn decimal(word: &str, reason: &'static str) -> Result<u32, &'static str> {
    if word.bytes().all(|digit| digit.is_ascii_digit()) { word.parse().map_err(|_| reason) } else { Err(reason) }
}

fn short_hex(word: &str, reason: &'static str) -> Result<u16, &'static str> {
    let digits = word.bytes().all(|digit| digit.is_ascii_hexdigit());
    if digits && matches!(word.len(), 1..=4) { u16::from_str_radix(word, 16).map_err(|_| reason) } else { Err(reason) }
}

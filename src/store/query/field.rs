//! Fields of the filter language: names, the kind of their values, and the rows that hold them.

use std::sync::Arc;

use super::fields::{EVIDENCE, FIELDS, LABELLED};
use super::kind::Kind;

/// The kinds of row a field may belong to, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Homes(u8);

impl Homes {
    pub(super) const FRAME: Self = Self(1);
    pub(super) const EXCHANGE: Self = Self(2);
    pub(super) const ASSOCIATION: Self = Self(4);
    pub(super) const FINDING: Self = Self(8);

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every row kind of `other` is in the set.
    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a field asks of a row. `Path` asks the dissection tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    Path,
    // of a tree, computed
    Label,
    OctetCount,
    Hash,
    PayloadHash,
    Malformed,
    // of several kinds of row
    Association,
    Direction,
    Exchange,
    Findings,
    Frame,
    Frames,
    Time,
    SealedReason,
    BridgeMethod,
    BridgeProtocol,
    ErrorCode,
    SafetyEffect,
    TransportCode,
    // of a frame
    Channel,
    Complete,
    Epoch,
    Flags,
    Index,
    Input,
    Length,
    Packet,
    PlaintextLength,
    Protection,
    QuicStream,
    RatchetGeneration,
    Seq,
    StreamOffset,
    Type,
    // of an exchange
    EffectDeclared,
    EffectRequired,
    EffectSource,
    ErrorToken,
    HttpStatus,
    Latency,
    Method,
    Protocol,
    ReplyFrame,
    RequestFrame,
    State,
    // of an association
    Aead,
    Alpn,
    AlpnOffered,
    Authenticated,
    Carrier,
    Client,
    ClientIdentity,
    End,
    Errors,
    Exchanges,
    FirstTime,
    FramesC2s,
    FramesS2c,
    Generation,
    GenerationSource,
    Id,
    Kem,
    Kind,
    LastTime,
    Notes,
    Opened,
    Profile,
    Sealed,
    Server,
    ServerIdentity,
    Signature,
    Start,
    Warnings,
    // of a finding
    Alternative,
    AtFault,
    Certainty,
    Clause,
    ClauseDocument,
    ClauseSection,
    Evidence,
    Level,
    Message,
    Peer,
    Rule,
    Severity,
    SpanIn,
    SpanStart,
    SpanEnd,
}

/// A field.
#[derive(Debug)]
pub(super) struct Field {
    /// Its names, the one of the report first.
    pub(super) names: &'static [&'static str],
    /// What it asks of a row.
    pub(super) key: Key,
    /// What its values are.
    pub(super) kind: Kind,
    /// The rows that hold it.
    pub(super) homes: Homes,
    /// The paths in the dissection tree, for fields that a frame's row does not hold; none otherwise.
    pub(super) paths: &'static [&'static str],
    /// One line about it.
    pub(super) doc: &'static str,
}

impl Field {
    /// The name that people read.
    pub(super) fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    /// Whether a name of the traffic's own follows it.
    pub(super) const fn is_parted(&self) -> bool {
        matches!(self.key, Key::Label | Key::Evidence)
    }

    /// An expression that uses it.
    pub(super) fn sample(&self) -> String {
        let name = self.name();
        let first = |names: Vec<(&'static str, i128)>, otherwise: &'static str| names.first().map_or(otherwise, |(name, _)| *name);
        match (self.key, self.kind) {
            (Key::Label, _) => "tree.params.name == \"delete_branch\"".to_owned(),
            (Key::Evidence, _) => "evidence.tool == \"delete_branch\"".to_owned(),
            (_, Kind::Number) => format!("{name} in {{1, 3..9}}"),
            (_, Kind::Size) => format!("{name} > 4KiB"),
            (_, Kind::Duration) => format!("{name} > 250ms"),
            (_, Kind::Time) => format!("{name} >= 2026-01-31T12:00:00Z"),
            (_, Kind::Text) => format!("{name} matches \"^a\""),
            (_, Kind::Token) => format!("{name} == \"s-3\""),
            (_, Kind::Octets) => format!("{name} contains de:ad"),
            (_, Kind::Flag) => format!("!{name}"),
            (_, Kind::Named(names)) => format!("{name} == {}", first(names(), "0")),
            (_, Kind::Code(names)) => format!("{name} == {}", first(names(), "MCP")),
            (_, Kind::Any) => format!("{name} == 1"),
        }
    }

    /// Whether a frame answers it from its octets.
    pub(super) const fn reads_octets(&self) -> bool {
        !self.paths.is_empty() || matches!(self.key, Key::Label | Key::Malformed)
    }
}

/// First segments of dotted names: a bare word that begins with one is a field, not a text search.
const GROUPS: [&str; 15] = [
    "association",
    "bridge",
    "clause",
    "evidence",
    "exchange",
    "finding",
    "frame",
    "handshake",
    "jsonrpc",
    "native",
    "ratchet",
    "safety",
    "stream",
    "transport_error",
    "tree",
];

/// A field as named in an expression, with the row kind that a prefix demands.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) field: &'static Field,
    pub(super) homes: Homes,
    /// As it was written.
    pub(super) name: Arc<str>,
    /// Labels of the tree, or the key of the evidence, for fields that are named by them.
    pub(super) part: Arc<[String]>,
}

impl Named {
    fn new(field: &'static Field, homes: Homes, name: &str) -> Self {
        Self { field, homes, name: name.into(), part: Arc::default() }
    }
}

/// The field of a name, with or without the row kind in front (`finding.rule`, `exchange.state`).
pub(super) fn find(name: &str) -> Option<Named> {
    if let Some(field) = by_name(name) {
        return Some(Named::new(field, field.homes, name));
    }
    let (prefix, rest) = name.split_once('.')?;
    let homes = match prefix {
        "frame" => Homes::FRAME,
        "exchange" => Homes::EXCHANGE,
        "association" => Homes::ASSOCIATION,
        "finding" => Homes::FINDING,
        "bridge" => return of_bridge(rest, name),
        "tree" => return parted(&LABELLED, name, rest.split('.').map(label_word).collect()),
        "evidence" => return parted(&EVIDENCE, name, vec![rest.to_owned()]),
        _ => return None,
    };
    if let Some(key) = rest.strip_prefix("evidence.").filter(|_| homes == Homes::FINDING) {
        return parted(&EVIDENCE, name, vec![key.to_owned()]);
    }
    if let Some(carried) = rest.strip_prefix("bridge.").filter(|_| homes == Homes::FRAME) {
        return by_name(rest).map(|field| Named::new(field, homes, name)).or_else(|| of_bridge(carried, name));
    }
    let of_frames = matches!((prefix, rest), ("exchange", "id" | "correlation_hex") | ("finding", "payload_hex"));
    let homes = if of_frames { Homes::FRAME } else { homes };
    by_name(rest).filter(|field| field.homes.has(homes)).map(|field| Named::new(field, homes, name))
}

/// A field of what a Bridge frame carries, with the key of the report in front (`bridge.jsonrpc.kind`).
fn of_bridge(rest: &str, name: &str) -> Option<Named> {
    let group = rest.split(['.', '_']).next().unwrap_or_default();
    let carried = matches!(group, "safety" | "stream" | "transport" | "jsonrpc" | "foreign");
    by_name(rest).filter(|_| carried).map(|field| Named::new(field, Homes::FRAME, name))
}

fn parted(field: &'static Field, name: &str, part: Vec<String>) -> Option<Named> {
    let whole = part.iter().all(|word| !word.is_empty());
    whole.then(|| Named { part: part.into(), ..Named::new(field, field.homes, name) })
}

/// A label of the tree as a word of a name: letters and digits in lower case, anything else as `_`.
pub(super) fn label_word(label: &str) -> String {
    let word: String = label.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    word.trim_matches('_').to_owned()
}

fn by_name(name: &str) -> Option<&'static Field> {
    FIELDS.iter().chain([&LABELLED, &EVIDENCE]).find(|field| field.names.contains(&name))
}

/// Whether a bare word can only be meant as a field.
pub(super) fn looks_like_one(word: &str) -> bool {
    word.split_once('.').is_some_and(|(group, rest)| GROUPS.contains(&group) && !rest.contains('/'))
}

/// Every name of every field.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().flat_map(|field| field.names.iter().copied())
}

//! Every field of the filter language: its names, the kind of its values, and the rows that hold it.

use super::kind::{self, Kind};

/// The kinds of row a field may belong to, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Homes(u8);

impl Homes {
    pub(super) const FRAME: Self = Self(1);
    pub(super) const EXCHANGE: Self = Self(2);
    pub(super) const ASSOCIATION: Self = Self(4);
    pub(super) const FINDING: Self = Self(8);

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every row kind of `other` is in the set.
    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

const F: Homes = Homes::FRAME;
const X: Homes = Homes::EXCHANGE;
const A: Homes = Homes::ASSOCIATION;
const N: Homes = Homes::FINDING;
const FX: Homes = F.and(X);
const FN: Homes = F.and(N);
const FXA: Homes = FX.and(A);
const ALL: Homes = FXA.and(N);

/// What a field asks of a row. `Path` asks the dissection tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    Path,
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
    Latency,
    Method,
    Protocol,
    ReplyFrame,
    RequestFrame,
    State,
    // of an association
    Aead,
    Authenticated,
    Carrier,
    Client,
    ClientIdentity,
    End,
    Exchanges,
    FirstTime,
    Generation,
    GenerationSource,
    Id,
    Kem,
    Kind,
    LastTime,
    Opened,
    Profile,
    Sealed,
    Server,
    ServerIdentity,
    Signature,
    Start,
    // of a finding
    Alternative,
    AtFault,
    Certainty,
    Clause,
    Level,
    Message,
    Peer,
    Rule,
    Severity,
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
}

const fn row(names: &'static [&'static str], key: Key, kind: Kind, homes: Homes) -> Field {
    Field { names, key, kind, homes, paths: &[] }
}

/// A field that a frame answers from its octets, and an exchange from its row.
const fn both(names: &'static [&'static str], key: Key, kind: Kind, paths: &'static [&'static str]) -> Field {
    Field { names, key, kind, homes: FX, paths }
}

const fn tree(names: &'static [&'static str], kind: Kind, paths: &'static [&'static str]) -> Field {
    Field { names, key: Key::Path, kind, homes: F, paths }
}

/// Every field, in the order of completion and help.
pub(super) static FIELDS: &[Field] = &[
    row(&["association", "assoc"], Key::Association, Kind::Number, ALL),
    row(&["frame", "number"], Key::Frame, Kind::Number, FN),
    row(&["exchange"], Key::Exchange, Kind::Number, FX.and(N)),
    row(&["direction", "dir"], Key::Direction, Kind::Named(kind::directions), FX.and(N)),
    row(&["initiator"], Key::Direction, Kind::Named(kind::directions), X),
    row(&["time"], Key::Time, Kind::Time, FX.and(N)),
    row(&["findings", "finding"], Key::Findings, Kind::Text, ALL),
    row(&["sealed_reason"], Key::SealedReason, Kind::Named(kind::sealed_reasons), F.and(A)),
    row(&["frames"], Key::Frames, Kind::Number, X.and(A)),
    row(&["channel", "channel_name", "chan"], Key::Channel, Kind::Named(kind::channels), F),
    row(&["type", "type_name"], Key::Type, Kind::Code, F),
    row(&["flags"], Key::Flags, Kind::Number, F),
    row(&["seq"], Key::Seq, Kind::Number, F),
    row(&["epoch"], Key::Epoch, Kind::Number, F),
    row(&["ratchet_generation"], Key::RatchetGeneration, Kind::Number, F),
    row(&["protection"], Key::Protection, Kind::Named(kind::protections), F),
    row(&["complete"], Key::Complete, Kind::Flag, F),
    row(&["length", "len"], Key::Length, Kind::Number, F),
    row(&["plaintext_length"], Key::PlaintextLength, Kind::Number, F),
    row(&["stream_offset"], Key::StreamOffset, Kind::Number, FN),
    row(&["quic_stream"], Key::QuicStream, Kind::Number, F),
    row(&["input"], Key::Input, Kind::Number, F),
    row(&["packet"], Key::Packet, Kind::Number, F),
    both(&["bridge.method"], Key::BridgeMethod, Kind::Text, &["bridge.method"]),
    both(&["bridge.protocol", "bridge.protocol_id"], Key::BridgeProtocol, Kind::Code, &["bridge.protocol_id", "bridge.protocol"]),
    both(&["safety", "safety.effect", "bridge.safety", "bridge.safety.effect"], Key::SafetyEffect, EFFECT, &["safety.effect"]),
    both(&["jsonrpc.error.code", "jsonrpc.error_code"], Key::ErrorCode, Kind::Number, &["jsonrpc.error.code"]),
    both(&["transport_error.code", "transport_error"], Key::TransportCode, Kind::Code, &["transport_error.code", "transport_error.name"]),
    tree(&["bridge"], Kind::Number, &["bridge.message_kind"]),
    tree(&["bridge.message_kind"], Kind::Named(kind::message_kinds), &["bridge.message_kind"]),
    tree(&["bridge.content_type"], Kind::Number, &["bridge.content_type"]),
    tree(&["bridge.flags"], Kind::Number, &["bridge.flags"]),
    tree(&["bridge.final"], Kind::Flag, &["bridge.final"]),
    tree(&["bridge.correlation", "bridge.correlation_hex", "correlation_hex", "correlation"], Kind::Octets, &["bridge.correlation"]),
    tree(&["safety.scope", "bridge.safety.scope"], Kind::Text, &["safety.scope"]),
    tree(&["stream.control", "stream", "bridge.stream", "bridge.stream.control"], Kind::Number, &["stream.control"]),
    tree(&["stream.flags", "bridge.stream.flags"], Kind::Number, &["stream.flags"]),
    tree(&["stream.event_id", "bridge.stream.event_id"], Kind::Number, &["stream.event_id"]),
    tree(&["transport_error.name"], Kind::Text, &["transport_error.name"]),
    tree(&["transport_error.message"], Kind::Text, &["transport_error.message"]),
    tree(&["foreign"], Kind::Octets, &["foreign"]),
    tree(&["jsonrpc", "jsonrpc.kind"], Kind::Text, &["jsonrpc.kind"]),
    tree(&["jsonrpc.id", "id"], Kind::Token, &["jsonrpc.id"]),
    tree(&["jsonrpc.method"], Kind::Text, &["jsonrpc.method"]),
    tree(&["jsonrpc.error.message"], Kind::Text, &["jsonrpc.error.message"]),
    tree(&["bridge.media_type"], Kind::Text, &["bridge.media_type"]),
    tree(&["frame.magic"], Kind::Octets, &["frame.magic"]),
    tree(&["frame.payload", "payload"], Kind::Octets, &["frame.payload"]),
    tree(&["frame.version"], Kind::Number, &["frame.version"]),
    tree(&["frame.crc"], Kind::Number, &["frame.crc"]),
    tree(&["frame.reserved"], Kind::Octets, &["frame.reserved"]),
    tree(&["handshake.profile"], Kind::Named(kind::profiles), &["handshake.profile"]),
    tree(&["handshake.profile_offer"], Kind::Named(kind::profiles), &["handshake.profile_offer"]),
    tree(&["handshake.kem"], Kind::Number, &["handshake.kem"]),
    tree(&["handshake.kem_offer"], Kind::Number, &["handshake.kem_offer"]),
    tree(&["handshake.signature"], Kind::Number, &["handshake.signature"]),
    tree(&["handshake.signature_offer"], Kind::Number, &["handshake.signature_offer"]),
    tree(&["handshake.aead"], Kind::Number, &["handshake.aead"]),
    tree(&["handshake.aead_offer"], Kind::Number, &["handshake.aead_offer"]),
    tree(&["handshake.certverify_scheme"], Kind::Number, &["handshake.certverify_scheme"]),
    tree(&["handshake.certverify"], Kind::Octets, &["handshake.certverify"]),
    tree(&["handshake.identity"], Kind::Octets, &["handshake.identity"]),
    tree(&["handshake.kem_share"], Kind::Octets, &["handshake.kem_share"]),
    tree(&["handshake.kem_ciphertext"], Kind::Octets, &["handshake.kem_ciphertext"]),
    tree(&["handshake.finished"], Kind::Octets, &["handshake.finished"]),
    tree(&["ratchet.epoch"], Kind::Number, &["ratchet.epoch"]),
    tree(&["ratchet.generation"], Kind::Number, &["ratchet.generation"]),
    tree(&["native"], Kind::Text, &["native"]),
    tree(&["native.kind"], Kind::Number, &["native.kind"]),
    tree(&["native.corr"], Kind::Octets, &["native.corr"]),
    tree(&["native.effect"], EFFECT, &["native.effect"]),
    tree(&["native.error.code", "native.error"], Kind::Number, &["native.error.code"]),
    tree(&["native.error.message"], Kind::Text, &["native.error.message"]),
    tree(&["native.sub_stream"], Kind::Number, &["native.sub_stream"]),
    tree(&["native.offset"], Kind::Number, &["native.offset"]),
    tree(&["native.stamp"], Kind::Number, &["native.stamp"]),
    tree(&["native.seq"], Kind::Number, &["native.seq"]),
    tree(&["native.credit"], Kind::Number, &["native.credit"]),
    tree(&["native.sub_id"], Kind::Octets, &["native.sub_id"]),
    tree(&["native.record_id"], Kind::Text, &["native.record_id"]),
    tree(&["native.task_id"], Kind::Text, &["native.task_id"]),
    tree(&["native.token_id"], Kind::Text, &["native.token_id"]),
    tree(&["native.mandate_id"], Kind::Text, &["native.mandate_id"]),
    tree(&["native.intent_id"], Kind::Text, &["native.intent_id"]),
    tree(&["native.approval_id"], Kind::Text, &["native.approval_id"]),
    row(&["protocol", "protocol_id"], Key::Protocol, Kind::Code, X),
    row(&["method"], Key::Method, Kind::Text, X),
    row(&["state"], Key::State, Kind::Named(kind::states), X),
    row(&["request_frame"], Key::RequestFrame, Kind::Number, X),
    row(&["reply_frame"], Key::ReplyFrame, Kind::Number, X),
    row(&["error_code"], Key::ErrorCode, Kind::Number, X),
    row(&["error_code_token"], Key::ErrorToken, Kind::Text, X),
    row(&["transport_code"], Key::TransportCode, Kind::Code, X),
    row(&["effect_required"], Key::EffectRequired, EFFECT, X),
    row(&["effect_declared", "label"], Key::EffectDeclared, EFFECT, X),
    row(&["effect_source"], Key::EffectSource, Kind::Named(kind::effect_sources), X),
    row(&["latency"], Key::Latency, Kind::Duration, X),
    row(&["latency_ns"], Key::Latency, Kind::Number, X),
    row(&["client"], Key::Client, Kind::Text, A),
    row(&["server"], Key::Server, Kind::Text, A),
    row(&["kind"], Key::Kind, Kind::Text, A),
    row(&["carrier"], Key::Carrier, Kind::Text, A),
    row(&["id_hex"], Key::Id, Kind::Octets, A),
    row(&["generation"], Key::Generation, Kind::Number, A),
    row(&["generation_source"], Key::GenerationSource, Kind::Text, A),
    row(&["profile"], Key::Profile, Kind::Named(kind::profiles), A),
    row(&["kem"], Key::Kem, Kind::Code, A),
    row(&["signature"], Key::Signature, Kind::Code, A),
    row(&["aead"], Key::Aead, Kind::Code, A),
    row(&["client_identity_hex"], Key::ClientIdentity, Kind::Octets, A),
    row(&["server_identity_hex"], Key::ServerIdentity, Kind::Octets, A),
    row(&["authenticated"], Key::Authenticated, Kind::Flag, A),
    row(&["start"], Key::Start, Kind::Named(kind::starts), A),
    row(&["end"], Key::End, Kind::Named(kind::ends), A),
    row(&["first_time"], Key::FirstTime, Kind::Time, A),
    row(&["last_time"], Key::LastTime, Kind::Time, A),
    row(&["opened"], Key::Opened, Kind::Number, A),
    row(&["sealed"], Key::Sealed, Kind::Number, A),
    row(&["exchanges"], Key::Exchanges, Kind::Number, A),
    row(&["rule"], Key::Rule, Kind::Text, N),
    row(&["severity"], Key::Severity, Kind::Named(kind::severities), N),
    row(&["certainty"], Key::Certainty, Kind::Named(kind::certainties), N),
    row(&["clause", "clause.document"], Key::Clause, Kind::Text, N),
    row(&["clause.level"], Key::Level, Kind::Text, N),
    row(&["message"], Key::Message, Kind::Text, N),
    row(&["at_fault"], Key::AtFault, Kind::Named(kind::faults), N),
    row(&["alternative"], Key::Alternative, Kind::Text, N),
    row(&["peer"], Key::Peer, Kind::Number, N),
];

const EFFECT: Kind = Kind::Named(kind::effects);

/// First segments of dotted names: a bare word that begins with one is a field, not a text search.
const GROUPS: [&str; 12] = [
    "association",
    "bridge",
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
];

/// A field as named in an expression, with the row kind that a prefix demands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) field: &'static Field,
    pub(super) homes: Homes,
}

/// The field of a name, with or without the row kind in front (`finding.rule`, `exchange.state`).
pub(super) fn find(name: &str) -> Option<Named> {
    if let Some(field) = by_name(name) {
        return Some(Named { field, homes: field.homes });
    }
    let (prefix, rest) = name.split_once('.')?;
    let homes = match prefix {
        "frame" => Homes::FRAME,
        "exchange" => Homes::EXCHANGE,
        "association" => Homes::ASSOCIATION,
        "finding" => Homes::FINDING,
        _ => return None,
    };
    by_name(rest).filter(|field| field.homes.has(homes)).map(|field| Named { field, homes })
}

fn by_name(name: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.names.contains(&name))
}

/// Whether a bare word can only be meant as a field.
pub(super) fn looks_like_one(word: &str) -> bool {
    word.split_once('.').is_some_and(|(group, rest)| GROUPS.contains(&group) && !rest.contains('/'))
}

/// Every name of every field.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().flat_map(|field| field.names.iter().copied())
}

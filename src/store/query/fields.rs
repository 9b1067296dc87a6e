//! The table of fields, in the order of completion and of the page that documents them.

use super::field::{Field, Homes, Key};
use super::kind::{self, Kind};

const F: Homes = Homes::FRAME;
const X: Homes = Homes::EXCHANGE;
const A: Homes = Homes::ASSOCIATION;
const N: Homes = Homes::FINDING;
const FX: Homes = F.and(X);
const FN: Homes = F.and(N);
const FXA: Homes = FX.and(A);
const ALL: Homes = FXA.and(N);
const EFFECT: Kind = Kind::Named(kind::effects);

type Texts = &'static [&'static str];

/// A field that rows answer.
const fn row(names: Texts, key: Key, kind: Kind, homes: Homes, doc: &'static str) -> Field {
    Field { names, key, kind, homes, paths: &[], doc }
}

/// A field that a frame answers from its octets, and an exchange from its row.
const fn both(names: Texts, key: Key, kind: Kind, paths: Texts, doc: &'static str) -> Field {
    Field { names, key, kind, homes: FX, paths, doc }
}

/// A field of the dissection tree.
const fn tree(names: Texts, kind: Kind, paths: Texts, doc: &'static str) -> Field {
    Field { names, key: Key::Path, kind, homes: F, paths, doc }
}

/// A field that is computed from a frame's octets.
const fn derived(names: Texts, key: Key, kind: Kind, paths: Texts, doc: &'static str) -> Field {
    Field { names, key, kind, homes: F, paths, doc }
}

/// A field of the dissection tree that is named by its labels (`tree.params.name`).
pub(super) static LABELLED: Field = derived(
    &["tree"],
    Key::Label,
    Kind::Any,
    &[],
    "any line of the detail tree by its label, with the labels around it in front: tree.params.name",
);

/// A value of a finding's evidence, by its key (`evidence.tool`).
pub(super) static EVIDENCE: Field = row(&["evidence"], Key::Evidence, Kind::Any, N, "a value of the evidence by its key: evidence.tool");

/// Every field, in the order of completion and help.
pub(super) static FIELDS: &[Field] = &[
    row(&["association", "assoc"], Key::Association, Kind::Number, ALL, "number of the association"),
    row(&["frame", "number"], Key::Frame, Kind::Number, FN, "number of the frame in the capture"),
    row(&["exchange"], Key::Exchange, Kind::Number, FX.and(N), "number of the exchange"),
    row(&["direction", "dir"], Key::Direction, Kind::Named(kind::directions), FX.and(N), "who sent it"),
    row(&["initiator"], Key::Direction, Kind::Named(kind::directions), X, "who asked"),
    row(&["time"], Key::Time, Kind::Time, FX.and(N), "when: of a frame its last packet, of an exchange its request"),
    row(&["findings", "finding"], Key::Findings, Kind::Text, ALL, "rules that found something about it"),
    row(&["sealed_reason"], Key::SealedReason, Kind::Named(kind::sealed_reasons), F.and(A), "why payloads, or the carrier, stay closed"),
    row(&["frames"], Key::Frames, Kind::Number, X.and(A), "frames of an exchange by number; of an association how many"),
    row(&["channel", "channel_name", "chan"], Key::Channel, Kind::Named(kind::channels), F, "channel by name or number"),
    row(&["type", "type_name"], Key::Type, Kind::Code(kind::types), F, "frame type by name or number"),
    row(&["flags"], Key::Flags, Kind::Number, F, "low nibble of the header flags"),
    row(&["seq"], Key::Seq, Kind::Number, F, "sequence number"),
    row(&["epoch"], Key::Epoch, Kind::Number, F, "key epoch it was opened in"),
    row(&["ratchet_generation"], Key::RatchetGeneration, Kind::Number, F, "ratchet generation it was opened in"),
    row(&["protection"], Key::Protection, Kind::Named(kind::protections), F, "whether the payload is clear, opened or sealed"),
    row(&["complete"], Key::Complete, Kind::Flag, F, "whether its whole payload was captured"),
    row(&["length", "len"], Key::Length, Kind::Size, F, "octets of header and payload on the wire"),
    row(&["plaintext_length"], Key::PlaintextLength, Kind::Size, F, "octets of the payload as carried or opened"),
    derived(&["plaintext_sha256"], Key::PayloadHash, Kind::Octets, &["frame.payload"], "SHA-256 of the payload"),
    row(&["index"], Key::Index, Kind::Number, F, "ordinal among the complete frames of its direction, from 0"),
    row(&["stream_offset"], Key::StreamOffset, Kind::Size, FN, "octets of the stream before it"),
    row(&["quic_stream"], Key::QuicStream, Kind::Number, F, "QUIC stream that carries it"),
    row(&["input"], Key::Input, Kind::Number, F, "input file that completes it, from 1"),
    row(&["packet"], Key::Packet, Kind::Number, F, "packet of that file that completes it, from 1"),
    both(&["bridge.method", "bridge.method_hex"], Key::BridgeMethod, Kind::Text, &["bridge.method"], "method of the envelope"),
    both(
        &["bridge.protocol", "bridge.protocol_id"],
        Key::BridgeProtocol,
        Kind::Code(kind::any_name),
        &["bridge.protocol_id", "bridge.protocol"],
        "carried protocol by name or number",
    ),
    both(&["safety", "safety.effect"], Key::SafetyEffect, EFFECT, &["safety.effect", "safety"], "effect that the SafetyLabel declares"),
    both(
        &["jsonrpc.error.code", "jsonrpc.error_code"],
        Key::ErrorCode,
        Kind::Number,
        &["jsonrpc.error.code"],
        "code of a carried JSON-RPC error",
    ),
    both(
        &["transport_error.code", "transport_error"],
        Key::TransportCode,
        Kind::Code(kind::transport_codes),
        &["transport_error.code", "transport_error.name"],
        "code of a transport error, by name or number",
    ),
    tree(&["bridge"], Kind::Number, &["bridge.message_kind"], "presence of a Bridge envelope"),
    tree(
        &["bridge.message_kind"],
        Kind::Named(kind::message_kinds),
        &["bridge.message_kind"],
        "kind of the carried message, as the envelope says",
    ),
    tree(&["bridge.content_type"], Kind::Number, &["bridge.content_type"], "content type of the envelope"),
    tree(&["bridge.flags"], Kind::Number, &["bridge.flags"], "flags of the envelope"),
    tree(&["bridge.final"], Kind::Flag, &["bridge.final"], "whether it is the last of its stream"),
    tree(
        &["bridge.correlation", "bridge.correlation_hex", "correlation_hex", "correlation"],
        Kind::Octets,
        &["bridge.correlation"],
        "correlation of the envelope",
    ),
    tree(&["safety.scope", "safety.scope_hex"], Kind::Text, &["safety.scope"], "scope of the SafetyLabel"),
    tree(&["stream.control", "stream"], Kind::Number, &["stream.control", "stream"], "StreamControl code"),
    tree(&["stream.flags"], Kind::Number, &["stream.flags"], "StreamControl flags"),
    tree(&["stream.event_id"], Kind::Number, &["stream.event_id"], "event of the stream"),
    tree(&["transport_error.name"], Kind::Text, &["transport_error.name"], "name of the transport error"),
    tree(
        &["transport_error.message", "transport_error.message_hex"],
        Kind::Text,
        &["transport_error.message", "transport_error.message_hex"],
        "message of the transport error",
    ),
    tree(&["foreign"], Kind::Octets, &["foreign"], "the carried message, octet for octet"),
    derived(&["foreign_length", "foreign.length"], Key::OctetCount, Kind::Size, &["foreign"], "octets of the carried message"),
    derived(&["foreign_sha256", "foreign.sha256"], Key::Hash, Kind::Octets, &["foreign"], "SHA-256 of the carried message"),
    derived(&["bridge.malformed"], Key::Malformed, Kind::Text, &[], "why an envelope cannot be read"),
    tree(
        &["jsonrpc", "jsonrpc.kind"],
        Kind::Text,
        &["jsonrpc.kind"],
        "what the carried message is: request, response, error, notification, batch, invalid",
    ),
    tree(&["jsonrpc.id", "id", "jsonrpc.id_hex"], Kind::Token, &["jsonrpc.id"], "id token, with or without its quotes"),
    tree(
        &["jsonrpc.method", "jsonrpc.method_hex"],
        Kind::Text,
        &["jsonrpc.method", "jsonrpc.method_hex"],
        "method inside the carried message",
    ),
    tree(&["jsonrpc.error.message"], Kind::Text, &["jsonrpc.error.message"], "message of a carried JSON-RPC error"),
    tree(&["bridge.media_type"], Kind::Text, &["bridge.media_type"], "media type that the content type stands for"),
    tree(&["frame.magic"], Kind::Octets, &["frame.magic"], "first four octets of the header"),
    tree(&["frame.payload", "payload", "payload_hex"], Kind::Octets, &["frame.payload"], "the payload as carried or opened"),
    tree(&["frame.version"], Kind::Number, &["frame.version"], "version nibble of the header"),
    tree(&["frame.crc"], Kind::Number, &["frame.crc"], "checksum of the header"),
    tree(&["frame.reserved"], Kind::Octets, &["frame.reserved"], "reserved octets of the header"),
    tree(&["handshake.profile"], Kind::Named(kind::profiles), &["handshake.profile"], "selected profile in a handshake frame"),
    tree(&["handshake.profile_offer"], Kind::Named(kind::profiles), &["handshake.profile_offer"], "offered profiles"),
    tree(&["handshake.kem"], Kind::Number, &["handshake.kem"], "selected key encapsulation in a handshake frame"),
    tree(&["handshake.kem_offer"], Kind::Number, &["handshake.kem_offer"], "offered key encapsulations"),
    tree(&["handshake.signature"], Kind::Number, &["handshake.signature"], "selected signature in a handshake frame"),
    tree(&["handshake.signature_offer"], Kind::Number, &["handshake.signature_offer"], "offered signatures"),
    tree(&["handshake.aead"], Kind::Number, &["handshake.aead"], "selected suites in a handshake frame"),
    tree(&["handshake.aead_offer"], Kind::Number, &["handshake.aead_offer"], "offered suites"),
    tree(&["handshake.certverify_scheme"], Kind::Number, &["handshake.certverify_scheme"], "scheme of CertVerify"),
    tree(&["handshake.certverify"], Kind::Octets, &["handshake.certverify"], "signature of CertVerify"),
    tree(&["handshake.identity"], Kind::Octets, &["handshake.identity"], "identity key"),
    tree(&["handshake.kem_share"], Kind::Octets, &["handshake.kem_share"], "KEMShare"),
    tree(&["handshake.kem_ciphertext"], Kind::Octets, &["handshake.kem_ciphertext"], "KEM ciphertext"),
    tree(&["handshake.finished"], Kind::Octets, &["handshake.finished"], "MAC of Finished"),
    tree(&["ratchet.epoch"], Kind::Number, &["ratchet.epoch"], "epoch that a ratchet frame announces"),
    tree(&["ratchet.generation"], Kind::Number, &["ratchet.generation"], "ratchet generation that it announces"),
    tree(&["native"], Kind::Text, &["native"], "frame type of a native body"),
    tree(&["native.kind"], Kind::Number, &["native.kind"], "kind of a native body"),
    tree(&["native.corr"], Kind::Octets, &["native.corr"], "correlation of a native body"),
    tree(&["native.effect"], EFFECT, &["native.effect"], "effect of a native request"),
    tree(&["native.error.code", "native.error"], Kind::Number, &["native.error.code"], "code of a native error"),
    tree(&["native.error.message"], Kind::Text, &["native.error.message"], "message of a native error"),
    tree(&["native.sub_stream"], Kind::Number, &["native.sub_stream"], "sub-stream"),
    tree(&["native.offset"], Kind::Number, &["native.offset"], "offset in the sub-stream"),
    tree(&["native.stamp"], Kind::Number, &["native.stamp"], "time stamp of a reading"),
    tree(&["native.seq"], Kind::Number, &["native.seq"], "sequence number of a native body"),
    tree(&["native.credit"], Kind::Number, &["native.credit"], "credit granted"),
    tree(&["native.sub_id"], Kind::Octets, &["native.sub_id"], "subscription"),
    tree(&["native.record_id"], Kind::Text, &["native.record_id"], "record of Memory"),
    tree(&["native.task_id"], Kind::Text, &["native.task_id"], "task of Workflow"),
    tree(&["native.token_id"], Kind::Text, &["native.token_id"], "capability token"),
    tree(&["native.mandate_id"], Kind::Text, &["native.mandate_id"], "mandate of Commerce"),
    tree(&["native.intent_id"], Kind::Text, &["native.intent_id"], "intent"),
    tree(&["native.approval_id"], Kind::Text, &["native.approval_id"], "approval"),
    row(&["protocol", "protocol_id"], Key::Protocol, Kind::Code(kind::any_name), X, "carried protocol, or the native channel"),
    row(&["method"], Key::Method, Kind::Text, X, "method of the exchange"),
    row(&["state"], Key::State, Kind::Named(kind::states), X, "how the exchange stands"),
    row(&["request_frame"], Key::RequestFrame, Kind::Number, X, "frame of the request"),
    row(&["reply_frame"], Key::ReplyFrame, Kind::Number, X, "frame of the reply that ended it"),
    row(&["error_code"], Key::ErrorCode, Kind::Number, X, "code of the foreign error that ended it"),
    row(&["error_code_token"], Key::ErrorToken, Kind::Text, X, "that code as written"),
    row(&["transport_code"], Key::TransportCode, Kind::Code(kind::transport_codes), X, "transport error that ended it, by name or number"),
    row(&["http_status"], Key::HttpStatus, Kind::Number, X, "HTTP status that ended it"),
    row(&["effect_required"], Key::EffectRequired, EFFECT, X, "effect that the method or tool has"),
    row(&["effect_declared", "label"], Key::EffectDeclared, EFFECT, X, "effect that the label declares; none without a label"),
    row(&["effect_source"], Key::EffectSource, Kind::Named(kind::effect_sources), X, "who says the required effect"),
    row(&["latency"], Key::Latency, Kind::Duration, X, "from request to the reply that ended it"),
    row(&["latency_ns"], Key::Latency, Kind::Number, X, "the same in nanoseconds"),
    row(&["client"], Key::Client, Kind::Text, A, "address of the client"),
    row(&["server"], Key::Server, Kind::Text, A, "address of the server"),
    row(&["kind"], Key::Kind, Kind::Named(kind::association_kinds), A, "npamp, or http for plain JSON-RPC over HTTP"),
    row(&["carrier"], Key::Carrier, Kind::Named(kind::carriers), A, "tcp, tls or quic"),
    row(&["alpn_offered"], Key::AlpnOffered, Kind::Text, A, "protocols that the client offered in TLS or QUIC"),
    row(&["alpn"], Key::Alpn, Kind::Text, A, "protocol that the server chose in TLS or QUIC"),
    row(&["frames.c2s"], Key::FramesC2s, Kind::Number, A, "complete frames from the client"),
    row(&["frames.s2c"], Key::FramesS2c, Kind::Number, A, "complete frames from the server"),
    row(&["findings.error"], Key::Errors, Kind::Number, A, "how many errors"),
    row(&["findings.warning"], Key::Warnings, Kind::Number, A, "how many warnings"),
    row(&["findings.note"], Key::Notes, Kind::Number, A, "how many notes"),
    row(&["id_hex"], Key::Id, Kind::Octets, A, "key-log id: last 32 octets of the KEMShare"),
    row(&["generation"], Key::Generation, Kind::Number, A, "crypto generation"),
    row(&["generation_source"], Key::GenerationSource, Kind::Named(kind::generation_sources), A, "how the generation is known"),
    row(&["profile"], Key::Profile, Kind::Named(kind::profiles), A, "selected profile"),
    row(&["kem"], Key::Kem, Kind::Code(kind::kems), A, "selected key encapsulation"),
    row(&["signature"], Key::Signature, Kind::Code(kind::signatures), A, "selected signature"),
    row(&["aead"], Key::Aead, Kind::Code(kind::suites), A, "selected suites"),
    row(&["client_identity_hex"], Key::ClientIdentity, Kind::Octets, A, "identity key of the client"),
    row(&["server_identity_hex"], Key::ServerIdentity, Kind::Octets, A, "identity key of the server"),
    row(&["authenticated"], Key::Authenticated, Kind::Flag, A, "whether signatures and MACs verified"),
    row(&["start"], Key::Start, Kind::Named(kind::starts), A, "how the capture of it began"),
    row(&["end"], Key::End, Kind::Named(kind::ends), A, "how it ended"),
    row(&["first_time"], Key::FirstTime, Kind::Time, A, "time of its first packet"),
    row(&["last_time"], Key::LastTime, Kind::Time, A, "time of its last packet"),
    row(&["opened"], Key::Opened, Kind::Number, A, "sealed frames that were opened"),
    row(&["sealed"], Key::Sealed, Kind::Number, A, "sealed frames that were not"),
    row(&["exchanges"], Key::Exchanges, Kind::Number, A, "how many exchanges"),
    row(&["rule"], Key::Rule, Kind::Text, N, "rule id"),
    row(&["severity"], Key::Severity, Kind::Named(kind::severities), N, "severity of the finding"),
    row(&["certainty"], Key::Certainty, Kind::Named(kind::certainties), N, "whether the wire proves it"),
    row(&["clause"], Key::Clause, Kind::Text, N, "clause of the finding: document, or document and section"),
    row(&["clause.document"], Key::ClauseDocument, Kind::Text, N, "document of the clause"),
    row(&["clause.section"], Key::ClauseSection, Kind::Text, N, "section of the clause"),
    row(&["clause.level"], Key::Level, Kind::Named(kind::levels), N, "MUST, SHOULD or MAY"),
    row(&["message"], Key::Message, Kind::Text, N, "sentence of the finding"),
    row(&["at_fault"], Key::AtFault, Kind::Named(kind::faults), N, "who is at fault"),
    row(&["alternative"], Key::Alternative, Kind::Text, N, "innocent explanation of a heuristic"),
    row(&["peer"], Key::Peer, Kind::Number, N, "the other frame of a finding about two"),
    row(&["span", "span.in"], Key::SpanIn, Kind::Named(kind::places), N, "which octets are at fault"),
    row(&["span.start"], Key::SpanStart, Kind::Size, N, "first octet at fault"),
    row(&["span.end"], Key::SpanEnd, Kind::Size, N, "first octet after those at fault"),
];

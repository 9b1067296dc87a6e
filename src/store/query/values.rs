//! The values that rows hold, field by field.

use smallvec::SmallVec;

use super::evaluate::{Context, Each};
use super::field::Key;
use super::kind::{certainty_rank, level_rank, protection_rank, severity_rank};
use super::test::Value;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::time::Timestamp;
use crate::spec::transport_code::TransportCode;
use crate::store::finding::{Evidence, Finding, Place};
use crate::store::row::{AssociationRow, Declared, ExchangeRow, FrameRow, Protection, Start};
use crate::store::snapshot::Snapshot;

/// Octets of a frame header.
const HEADER_LEN: u32 = 36;
/// Octets of an AEAD tag.
const TAG_LEN: u32 = 16;

fn int(number: impl Into<i128>) -> Value<'static> {
    Value::Int(number.into())
}

fn time(at: Timestamp) -> Value<'static> {
    int(at.0)
}

/// Shows a number and its name.
fn code(number: impl Into<i128>, name: &str, each: &mut Each<'_>) -> bool {
    each(int(number)) || each(Value::Text(name))
}

/// Shows the values of a frame row.
pub(super) fn frame(context: &Context<'_>, id: FrameId, key: Key, each: &mut Each<'_>) -> bool {
    let snapshot = context.snapshot;
    let Some(row) = snapshot.frame(id) else { return false };
    match key {
        Key::Association => each(int(context.number(snapshot.association_of(row)))),
        Key::Direction => each(int(snapshot.direction_of(row).index() as u64)),
        Key::Exchange => row.exchange().is_some_and(|id| each(int(id.number()))),
        Key::Findings => row.worst.is_some() && snapshot.findings_of_frame(id).iter().any(|id| rule(snapshot, *id, each)),
        Key::Frame => each(int(id.number())),
        Key::Time => each(time(row.time)),
        Key::Input => each(int(snapshot.packet_place(row.packet).0)),
        Key::Packet => each(int(snapshot.packet_place(row.packet).1)),
        Key::StreamOffset => snapshot.stream(row.stream).is_none_or(|stream| !stream.datagrams) && each(int(row.offset)),
        Key::QuicStream => snapshot.stream(row.stream).and_then(|stream| stream.quic_stream).is_some_and(|number| each(int(number))),
        Key::Epoch => snapshot.phase_of(row).is_some_and(|phase| each(int(phase.epoch))),
        Key::RatchetGeneration => snapshot.phase_of(row).is_some_and(|phase| each(int(phase.generation))),
        Key::Channel => each(int(row.channel.0)),
        Key::Complete => each(Value::Flag(row.complete)),
        Key::Flags => each(int(row.flags)),
        Key::Length => each(int(row.length)),
        Key::PlaintextLength => plaintext_length(row).is_some_and(|length| each(int(length))),
        Key::Protection => each(int(protection_rank(row.protection))),
        Key::SealedReason => row.protection.reason().is_some_and(|reason| each(int(reason as u8))),
        Key::Seq => each(int(row.seq)),
        Key::Type => match row.frame_type.name(row.channel) {
            Some(name) => code(row.frame_type.0, name, each),
            None => each(int(row.frame_type.0)) || each(Value::Text(&row.type_label())),
        },
        Key::Index => context.ordinal(id).is_some_and(|ordinal| each(int(ordinal))),
        _ => false,
    }
}

/// Octets of the payload as carried or opened; `None` when it stays sealed or is not all there.
fn plaintext_length(row: &FrameRow) -> Option<u32> {
    if !row.complete {
        return None;
    }
    let payload = row.length.saturating_sub(HEADER_LEN);
    match row.protection {
        Protection::Clear => Some(payload),
        Protection::Opened => Some(payload.saturating_sub(TAG_LEN)),
        Protection::Sealed(_) => None,
    }
}

fn rule(snapshot: &Snapshot, id: FindingId, each: &mut Each<'_>) -> bool {
    snapshot.finding(id).is_some_and(|finding| each(Value::Text(finding.rule.id)))
}

/// Frames of an exchange, in order; those of a short one without a list of them.
pub(super) fn frames_of(snapshot: &Snapshot, id: ExchangeId) -> SmallVec<[FrameId; 3]> {
    if let Some(listed) = snapshot.long_exchanges.get(&id) {
        return listed.iter().copied().collect();
    }
    let Some(row) = snapshot.exchange(id) else { return SmallVec::new() };
    let mut frames: SmallVec<[FrameId; 3]> = [Some(row.first), row.request, row.reply].into_iter().flatten().collect();
    frames.sort_unstable();
    frames.dedup();
    frames
}

/// Shows the values of an exchange row.
pub(super) fn exchange(context: &Context<'_>, id: ExchangeId, key: Key, each: &mut Each<'_>) -> bool {
    let snapshot = context.snapshot;
    let Some(row) = snapshot.exchange(id) else { return false };
    let opening = row.request.unwrap_or(row.first);
    match key {
        Key::Association => each(int(context.number(row.association))),
        Key::Direction => each(int(row.initiator.index() as u64)),
        Key::Exchange => each(int(id.number())),
        Key::Findings => row.worst.is_some() && snapshot.findings_of_exchange(id).iter().any(|id| rule(snapshot, *id, each)),
        Key::Frames => frames_of(snapshot, id).into_iter().any(|id| each(int(id.number()))),
        Key::Time => snapshot.frame(opening).is_some_and(|frame| each(time(frame.time))),
        Key::Method | Key::BridgeMethod => text(snapshot.text(row.method), each),
        Key::Protocol | Key::BridgeProtocol => protocol(snapshot, row, each),
        Key::State => each(int(row.state as u8)),
        Key::RequestFrame => row.request.is_some_and(|id| each(int(id.number()))),
        Key::ReplyFrame => row.reply.is_some_and(|id| each(int(id.number()))),
        Key::Latency => snapshot.latency(row).is_some_and(|nanos| each(int(nanos))),
        _ => outcome(snapshot, row, key, each),
    }
}

fn outcome(snapshot: &Snapshot, row: &ExchangeRow, key: Key, each: &mut Each<'_>) -> bool {
    match key {
        Key::ErrorToken => text(snapshot.text(row.error_token), each),
        Key::ErrorCode => snapshot.text(row.error_token).parse::<i128>().is_ok_and(|number| each(int(number))),
        Key::TransportCode => row.transport_code.is_some_and(|number| code(number, &TransportCode(number).to_string(), each)),
        Key::EffectRequired => row.effect_required.is_some_and(|effect| each(int(effect.code()))),
        Key::EffectDeclared | Key::SafetyEffect => match row.effect_declared {
            Declared::Nothing => false,
            // It is there, and equals no effect.
            Declared::Unreadable => each(Value::Text("")),
            Declared::Effect(octet) => each(int(octet)),
        },
        Key::EffectSource => each(int(row.effect_source as u8)),
        _ => false,
    }
}

fn protocol(snapshot: &Snapshot, row: &ExchangeRow, each: &mut Each<'_>) -> bool {
    let native = snapshot.frame(row.first).filter(|frame| !frame.frame_type.is_bridge(frame.channel));
    match native.map(|frame| (frame.channel.name(), frame.channel)) {
        Some((Some(name), _)) => each(Value::Text(name)),
        Some((None, channel)) => each(Value::Text(&channel.label())),
        None => code(row.protocol.0, &snapshot.mappings.name_of(row.protocol), each),
    }
}

/// Shows text unless it is empty: an empty text in a row means there is none.
fn text(text: &str, each: &mut Each<'_>) -> bool {
    !text.is_empty() && each(Value::Text(text))
}

/// Shows the values of an association row.
pub(super) fn association(context: &Context<'_>, id: AssociationId, key: Key, each: &mut Each<'_>) -> bool {
    let snapshot = context.snapshot;
    let Some(row) = snapshot.association(id) else { return false };
    match key {
        Key::Association => each(int(context.number(id))),
        Key::Client => each(Value::Text(&row.client.to_string())),
        Key::Server => each(Value::Text(&row.server.to_string())),
        Key::FirstTime => each(time(row.first_time)),
        Key::LastTime => each(time(row.last_time)),
        Key::Frames => each(int(row.frames.iter().sum::<u64>())),
        Key::Opened => each(int(row.opened)),
        Key::Sealed => each(int(row.sealed_total())),
        Key::SealedReason => {
            row.carrier_closed().is_some_and(|reason| each(int(reason as u8)))
                || row.sealed.iter().any(|(reason, _)| each(int(*reason as u8)))
        }
        Key::Exchanges => each(int(row.exchanges)),
        Key::Findings => context.findings_of(id).iter().any(|id| rule(snapshot, *id, each)),
        Key::FramesC2s => each(int(row.frames[0])),
        Key::FramesS2c => each(int(row.frames[1])),
        Key::Errors => each(int(row.findings[0])),
        Key::Warnings => each(int(row.findings[1])),
        Key::Notes => each(int(row.findings[2])),
        Key::Start => each(int(u8::from(row.start == Start::MidStream))),
        Key::End => each(int(row.end as u8)),
        _ => negotiated(row, key, each),
    }
}

fn negotiated(row: &AssociationRow, key: Key, each: &mut Each<'_>) -> bool {
    match key {
        Key::Kind => each(int(0)),
        Key::Carrier => each(int(row.carrier_kind() as u8)),
        Key::AlpnOffered => row.carrier.iter().flat_map(|facts| &facts.alpn_offered).any(|name| each(Value::Octets(name))),
        Key::Alpn => row.carrier.as_ref().and_then(|facts| facts.alpn.protocol()).is_some_and(|name| each(Value::Octets(name))),
        Key::Id => row.id.is_some_and(|id| each(Value::Octets(&id))),
        Key::Generation => row.generation.is_some_and(|generation| each(int(generation.number()))),
        Key::GenerationSource => row.generation_source.is_some_and(|source| each(int(source as u8))),
        Key::Profile => row.profile.is_some_and(|profile| each(int(profile.0))),
        Key::Kem => row.kem.is_some_and(|kem| code(kem.0, &kem.label(row.generation), each)),
        Key::Signature => row.signature.is_some_and(|signature| code(signature.0, &signature.label(row.generation), each)),
        Key::Aead => row.aead.iter().any(|suite| code(suite.0, &suite.to_string(), each)),
        Key::ClientIdentity => row.identities[0].as_ref().is_some_and(|key| each(Value::Octets(key))),
        Key::ServerIdentity => row.identities[1].as_ref().is_some_and(|key| each(Value::Octets(key))),
        Key::Authenticated => row.authenticated.is_some_and(|flag| each(Value::Flag(flag))),
        _ => false,
    }
}

/// Shows the values of a finding.
pub(super) fn finding(context: &Context<'_>, id: FindingId, key: Key, each: &mut Each<'_>) -> bool {
    let Some(row) = context.snapshot.finding(id) else { return false };
    match key {
        Key::Association => row.association.is_some_and(|id| each(int(context.number(id)))),
        Key::Frame => row.frame.is_some_and(|id| each(int(id.number()))),
        Key::Exchange => row.exchange.is_some_and(|id| each(int(id.number()))),
        Key::Peer => row.peer.is_some_and(|id| each(int(id.number()))),
        Key::Direction => row.direction.is_some_and(|direction| each(int(direction.index() as u64))),
        Key::StreamOffset => row.stream_offset.is_some_and(|offset| each(int(offset))),
        Key::Time => each(time(row.time)),
        Key::Evidence => false,
        _ => judged(row, key, each),
    }
}

/// Shows a value of a finding's evidence.
pub(super) fn evidence(context: &Context<'_>, id: FindingId, key: &str, each: &mut Each<'_>) -> bool {
    let Some(row) = context.snapshot.finding(id) else { return false };
    if key == "peer" {
        return row.peer.is_some_and(|id| each(int(id.number())));
    }
    row.evidence.iter().filter(|(name, _)| *name == key).any(|(_, value)| match value {
        Evidence::Number(number) => each(int(*number)),
        Evidence::Signed(number) => each(int(*number)),
        Evidence::Text(text) => each(Value::Text(text)),
        Evidence::Octets(octets) => each(Value::Octets(octets)),
    })
}

fn at_fault(place: Place, key: Key, each: &mut Each<'_>) -> bool {
    let (_, span) = place.parts();
    match key {
        Key::SpanStart => each(int(span.start)),
        Key::SpanEnd => each(int(span.end)),
        _ => each(int(match place {
            Place::Header(_) => 0_u8,
            Place::Payload(_) => 1,
            Place::Foreign(_) => 2,
        })),
    }
}

fn judged(row: &Finding, key: Key, each: &mut Each<'_>) -> bool {
    match key {
        Key::Rule | Key::Findings => each(Value::Text(row.rule.id)),
        Key::Severity => each(int(severity_rank(row.severity))),
        Key::Certainty => each(int(certainty_rank(row.rule.certainty))),
        Key::Clause => each(Value::Text(row.rule.clause.document.tag)) || each(Value::Text(&row.rule.clause.to_string())),
        Key::ClauseDocument => each(Value::Text(row.rule.clause.document.tag)),
        Key::ClauseSection => text(row.rule.clause.section, each),
        Key::Level => each(int(level_rank(row.rule.clause.level))),
        Key::SpanIn | Key::SpanStart | Key::SpanEnd => row.place.is_some_and(|place| at_fault(place, key, each)),
        Key::Message => each(Value::Text(&row.message)),
        Key::AtFault => each(int(row.at_fault as u8)),
        Key::Alternative => row.rule.alternative.is_some_and(|text| each(Value::Text(text))),
        _ => false,
    }
}

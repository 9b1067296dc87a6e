//! The fields of the envelope.

use super::{Reading, note_text};
use crate::base::span::ByteSpan;
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::bridge::envelope::{Envelope, FINAL, content_type, message_kind};
use crate::bridge::payload::Payload;
use crate::bridge::text::look_alike;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::protocol::{Protocol, ProtocolRange};

pub(super) fn fields(tree: &mut TreeBuilder, payload: &Payload<'_>, frame_type: FrameType, reading: &Reading<'_>) {
    if payload.envelope_span.is_empty() {
        tree.push("", "BridgeEnvelope", Value::None, "absent".to_owned(), ByteSpan::new(0, payload.octets.len().min(2)));
    } else {
        let text = payload.head.protocol.map(|protocol| protocol_text(protocol, reading)).unwrap_or_default();
        tree.push("", "BridgeEnvelope", Value::None, text, payload.envelope_span);
    }
    if let Some(fault) = payload.envelope_fault {
        tree.note(Mark::Bad, fault.to_string());
    }
    tree.nest(|tree| {
        head(tree, payload, frame_type, reading);
        if let Some(envelope) = &payload.envelope {
            names(tree, envelope, reading);
        }
    });
}

/// Octets with a fixed place, also of an envelope that breaks off.
fn head(tree: &mut TreeBuilder, payload: &Payload<'_>, frame_type: FrameType, reading: &Reading<'_>) {
    let head = payload.head;
    if let Some(protocol) = head.protocol {
        protocol_fields(tree, protocol, reading);
    }
    if let Some(kind) = head.message_kind {
        let text = message_kind::name(kind).map_or_else(|| format!("0x{kind:02X}"), str::to_owned);
        tree.code("bridge.message_kind", "Message kind", kind.into(), text, Envelope::MESSAGE_KIND);
        if message_kind::of(frame_type).is_some_and(|expected| expected != kind) {
            tree.note(Mark::Bad, "does not pair with the frame type");
        }
    }
    if let Some(code) = head.content_type {
        let text = content_type::name(code).map_or_else(|| format!("0x{code:02X}"), str::to_owned);
        tree.code("bridge.content_type", "Content type", code.into(), text, Envelope::CONTENT_TYPE);
        if code == 0 || code > 4 {
            tree.note(Mark::Warn, "unassigned");
        }
    }
    if let Some(flags) = head.flags {
        tree.code("bridge.flags", "Flags", flags.into(), format!("0x{flags:02X}"), Envelope::FLAGS);
        if flags & !FINAL != 0 {
            tree.note(Mark::Bad, "reserved flags are set");
        }
        let is_final = flags & FINAL != 0;
        tree.push("bridge.final", "Final", Value::Bool(is_final), is_final.to_string(), Envelope::FLAGS);
    }
}

fn protocol_fields(tree: &mut TreeBuilder, protocol: Protocol, reading: &Reading<'_>) {
    let text = protocol_text(protocol, reading);
    tree.code("bridge.protocol_id", "Protocol", protocol.0.into(), text.clone(), Envelope::PROTOCOL);
    match protocol.range(reading.generation) {
        _ if reading.mappings.is_configured(protocol) => tree.note(Mark::Plain, "bound to this mapping by the configuration"),
        ProtocolRange::Null => tree.note(Mark::Bad, "the null identifier is malformed"),
        ProtocolRange::Unassigned => tree.note(Mark::Warn, "not registered"),
        ProtocolRange::Experimental => tree.note(Mark::Plain, "experimental: its meaning is by agreement"),
        ProtocolRange::Private => tree.note(Mark::Plain, "private: its meaning holds in one domain"),
        ProtocolRange::Assigned => {}
    }
    tree.push("bridge.protocol", "Protocol name", Value::Text(text.clone()), text, Envelope::PROTOCOL);
}

fn protocol_text(protocol: Protocol, reading: &Reading<'_>) -> String {
    match (protocol, reading.generation) {
        _ if reading.mappings.is_configured(protocol) => reading.mappings.name_of(protocol).into_owned(),
        (Protocol::GRPC, Some(Generation::Three)) => "gRPC".to_owned(),
        _ => protocol.to_string(),
    }
}

/// Correlation and method.
fn names(tree: &mut TreeBuilder, envelope: &Envelope<'_>, reading: &Reading<'_>) {
    let correlation = envelope.correlation;
    tree.octets("bridge.correlation", "Correlation", correlation, envelope.correlation_span());
    tree.text("bridge.method", "Method", envelope.method, envelope.method_span());
    let mapping = reading.mappings.of(envelope.protocol);
    match mapping.and_then(|mapping| look_alike(envelope.method, mapping)) {
        Some(method) => tree.note(Mark::Warn, format!("looks like {method} and is not")),
        None => note_text(tree, envelope.method),
    }
}

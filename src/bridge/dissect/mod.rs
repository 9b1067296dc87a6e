//! The field tree of a Bridge payload, by the decoders that also judge it.

mod envelope;
mod error;
mod foreign;
mod json;

use super::mapping::Mappings;
use super::payload::{Payload, decode};
use super::stream_control::StreamControl;
use super::text::suspicious;
use crate::base::span::ByteSpan;
use crate::base::tree::{Buffer, Mark, TreeBuilder, Value};
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;

pub use json::each_value;

/// What the octets of a payload do not say themselves.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'m> {
    /// The crypto generation, when known.
    pub generation: Option<Generation>,
    /// What identifiers mean.
    pub mappings: &'m Mappings,
}

/// Adds the fields of an opened payload. Spans count in the payload.
pub fn payload(tree: &mut TreeBuilder, octets: &[u8], frame_type: FrameType, reading: &Reading<'_>) {
    tree.count_in(Buffer::Payload);
    let payload = decode(octets, |protocol| reading.mappings.class_of(protocol, reading.generation), reading.generation);
    envelope::fields(tree, &payload, frame_type, reading);
    label(tree, &payload);
    stream(tree, &payload);
    other_tlvs(tree, &payload);
    foreign::fields(tree, &payload, frame_type, reading);
}

fn label(tree: &mut TreeBuilder, payload: &Payload<'_>) {
    let Some(part) = &payload.label else { return };
    let text = part.value.map_or_else(|| "unreadable".to_owned(), |label| effect_text(label.effect));
    tree.push("safety", "SafetyLabel", octets_unless(part.value.is_some(), part.span, payload), text, part.span);
    if let Some(fault) = part.fault {
        tree.note(Mark::Bad, fault.to_string());
    }
    let Some(label) = part.value else { return };
    let start = part.span.start as usize;
    tree.nest(|tree| {
        let span = ByteSpan::new(start.saturating_add(4), start.saturating_add(5));
        tree.code("safety.effect", "Effect", label.effect.into(), effect_text(label.effect), span);
        if label.class().is_none() {
            tree.note(Mark::Warn, "undefined: receivers treat it as destructive");
        }
        let start = start.saturating_add(6);
        tree.text("safety.scope", "Scope", label.scope, ByteSpan::new(start, start.saturating_add(label.scope.len())));
        note_text(tree, label.scope);
    });
}

/// A part that cannot be read is there all the same: its value is its octets.
fn octets_unless(is_read: bool, span: ByteSpan, payload: &Payload<'_>) -> Value {
    if is_read { Value::None } else { Value::Octets(span.of(payload.octets).to_vec()) }
}

fn effect_text(effect: u8) -> String {
    crate::spec::effect::Effect::from_code(effect).map_or_else(|| format!("0x{effect:02X}"), |effect| effect.name().to_owned())
}

fn stream(tree: &mut TreeBuilder, payload: &Payload<'_>) {
    let Some(part) = &payload.stream else { return };
    let text = part.value.as_ref().map_or_else(|| "unreadable".to_owned(), control_text);
    tree.push("stream", "StreamControl", octets_unless(part.value.is_some(), part.span, payload), text, part.span);
    if let Some(fault) = part.fault {
        tree.note(Mark::Bad, fault.to_string());
    }
    let Some(control) = part.value else { return };
    let at = |from: usize, to: usize| {
        let start = (part.span.start as usize).saturating_add(4);
        ByteSpan::new(start.saturating_add(from), start.saturating_add(to))
    };
    tree.nest(|tree| {
        tree.uint("", "Version", control.version.into(), at(0, 1));
        if control.version != 1 {
            tree.note(Mark::Bad, "only version 1 is defined");
        }
        tree.code("stream.control", "Control", control.control.into(), control_text(&control), at(1, 2));
        if control.control_name().is_none() {
            tree.note(Mark::Bad, "undefined control");
        }
        tree.code("stream.flags", "Flags", control.flags.into(), stream_flags_text(&control), at(2, 3));
        if control.reserved_flags() != 0 {
            tree.note(Mark::Bad, "reserved flags are set");
        }
        tree.uint("stream.event_id", "Event", control.event_id, at(3, 11));
    });
}

fn control_text(control: &StreamControl) -> String {
    control.control_name().map_or_else(|| format!("0x{:02X}", control.control), str::to_owned)
}

fn stream_flags_text(control: &StreamControl) -> String {
    let mut text = format!("0x{:02X}", control.flags);
    for (set, name) in [(control.is_resumable(), "resumable"), (control.is_cancel_ack(), "cancel acknowledged")] {
        if set {
            text.push_str(", ");
            text.push_str(name);
        }
    }
    text
}

fn other_tlvs(tree: &mut TreeBuilder, payload: &Payload<'_>) {
    if let Some(media_type) = payload.media_type {
        tree.text("bridge.media_type", "OpaqueContentType", media_type.value, media_type.span);
        note_text(tree, media_type.value);
    }
    for tlv in &payload.duplicates {
        tree.octets("", &format!("{} again", tlv.kind), tlv.value, tlv.span);
        tree.note(Mark::Bad, "this TLV may stand once; the first one counts");
    }
    for tlv in &payload.unknown {
        tree.octets("", &format!("TLV 0x{:04X}", tlv.kind.0), tlv.value, tlv.span);
        if tlv.kind.is_critical() {
            tree.note(Mark::Bad, "unknown and critical: receivers reject the frame");
        } else {
            tree.note(Mark::Plain, "unknown: receivers skip it");
        }
    }
}

/// Adds a remark about text that is no UTF-8 or not what it seems.
fn note_text(tree: &mut TreeBuilder, text: &[u8]) {
    if std::str::from_utf8(text).is_err() {
        tree.note(Mark::Bad, "not UTF-8");
    } else if let Some(suspect) = suspicious(text) {
        tree.note(Mark::Warn, format!("{} (U+{:04X})", suspect.suspicion.text(), u32::from(suspect.character)));
    }
}

#[cfg(test)]
mod tests;

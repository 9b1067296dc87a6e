//! The fields of a transport error.

use crate::base::span::ByteSpan;
use crate::base::text::escape;
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::bridge::payload::Payload;
use crate::bridge::transport_error::{ErrorSlot, fingerprint};
use crate::spec::transport_code::TransportCode;

/// Adds the fields of a slot that holds a transport error, or says what else it holds.
pub(super) fn fields(tree: &mut TreeBuilder, payload: &Payload<'_>, slot: &ErrorSlot<'_>) {
    let Some(code) = slot.transport_code() else {
        tree.note(Mark::Warn, verdict(slot));
        return;
    };
    let at = payload.foreign_at;
    tree.group("Transport error", slot.name().to_owned(), payload.foreign_span(), |tree| {
        let name = TransportCode(code).to_string();
        let span = ByteSpan::new(at, at.saturating_add(1));
        tree.code("transport_error.code", "Code", code.into(), code.to_string(), span);
        if let Some((_, json)) = fingerprint::codes(code).first() {
            tree.note(Mark::Warn, format!("unregistered, and what one octet keeps of the JSON-RPC code {json}"));
        } else if TransportCode(code).name().is_none() {
            tree.note(Mark::Warn, "unregistered");
        }
        tree.push("transport_error.name", "Name", Value::Text(name.clone()), name, span);
        message(tree, payload, slot);
    });
}

fn message(tree: &mut TreeBuilder, payload: &Payload<'_>, slot: &ErrorSlot<'_>) {
    match slot {
        ErrorSlot::TransportMalformed { .. } => tree.note(Mark::Bad, "length or message is wrong"),
        ErrorSlot::TransportAlt { layout, .. } => tree.note(Mark::Plain, format!("laid out as {}", layout.name())),
        _ => {}
    }
    if let Some(span) = slot.message() {
        let octets = span.of(payload.foreign);
        let raw = String::from_utf8_lossy(octets).into_owned();
        let shown = escape(&raw);
        let at = u32::try_from(payload.foreign_at).unwrap_or(u32::MAX);
        tree.push("transport_error.message", "Message", Value::Text(raw), shown, span.shift(at));
        super::note_text(tree, octets);
    }
}

fn verdict(slot: &ErrorSlot<'_>) -> &'static str {
    match slot {
        ErrorSlot::Empty => "no octets: neither a foreign error nor a transport error",
        ErrorSlot::ForeignBad(_) => "a JSON object that is no JSON-RPC message",
        ErrorSlot::Batch(_) => "a JSON array: no single error",
        ErrorSlot::Scalar(_) => "a JSON value that is no object",
        ErrorSlot::HttpMessage => "an HTTP message, which belongs into a response",
        ErrorSlot::FreeText => "text instead of an error object",
        ErrorSlot::Ambiguous { .. } => "a foreign error and a transport error could both read so",
        ErrorSlot::ForeignOctets => "taken for the foreign protocol's own error",
        _ => "neither a foreign error nor a transport error is recognisable",
    }
}

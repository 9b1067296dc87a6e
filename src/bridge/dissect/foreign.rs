//! The foreign message: its octets, and what they say when they are JSON.

use super::{Reading, error, json};
use crate::base::span::ByteSpan;
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::{JsonRpc, Version};
use crate::bridge::envelope::content_type;
use crate::bridge::payload::Payload;
use crate::bridge::transport_error::{self, ErrorSlot};
use crate::codec::json::scan::Bounds;
use crate::codec::json::token::Token;
use crate::codec::json::{number, text};
use crate::spec::frame_type::FrameType;

pub(super) fn fields(tree: &mut TreeBuilder, payload: &Payload<'_>, frame_type: FrameType, reading: &Reading<'_>) {
    let class_of = |protocol| reading.mappings.class_of(protocol, reading.generation);
    let class = payload.head.protocol.map_or(CarriageClass::Unmapped, class_of);
    let length = payload.foreign.len();
    if length > 0 || payload.envelope.is_some() {
        let summary = if length == 1 { "1 octet".to_owned() } else { format!("{length} octets") };
        tree.push("foreign", "Foreign message", Value::Octets(payload.foreign.to_vec()), summary, payload.foreign_span());
        if payload.reference_diverges() {
            let at = payload.reference_foreign_at;
            tree.note(Mark::Plain, format!("the reference decoder lets it begin at octet {at}"));
        }
    }
    if frame_type == FrameType::BRIDGE_ERROR {
        return error_slot(tree, payload, class);
    }
    let is_json = class == CarriageClass::JsonRpc || payload.head.content_type == Some(content_type::JSON);
    if length > 0 && is_json {
        message(tree, payload, &JsonRpc::digest(payload.foreign, Bounds::default()), class);
    }
}

fn error_slot(tree: &mut TreeBuilder, payload: &Payload<'_>, class: CarriageClass) {
    let slot = transport_error::classify(payload.foreign, class, Bounds::default());
    match &slot {
        ErrorSlot::Foreign(digest) => message(tree, payload, digest, class),
        ErrorSlot::ForeignBad(digest) | ErrorSlot::Batch(digest) | ErrorSlot::Scalar(digest) => {
            error::fields(tree, payload, &slot);
            message(tree, payload, digest, class);
        }
        _ => error::fields(tree, payload, &slot),
    }
}

/// Adds a JSON text: what JSON-RPC makes of it, then its members.
fn message(tree: &mut TreeBuilder, payload: &Payload<'_>, digest: &JsonRpc<'_>, class: CarriageClass) {
    let at = u32::try_from(payload.foreign_at).unwrap_or(u32::MAX);
    text_faults(tree, digest);
    tree.nest(|tree| {
        if class == CarriageClass::JsonRpc {
            summary(tree, digest, at);
        }
        if let Some(root) = digest.scan.root.filter(|_| digest.scan.fault.is_none()) {
            json::value(tree, digest, root, at);
        }
        if let Some(trailing) = digest.scan.trailing {
            tree.octets("", "Behind the JSON text", trailing.of(digest.octets), trailing.shift(at));
            tree.note(Mark::Bad, "no octets may follow the object");
        }
    });
}

/// Adds a remark to the foreign message for what is wrong with it as a text.
fn text_faults(tree: &mut TreeBuilder, digest: &JsonRpc<'_>) {
    let scan = &digest.scan;
    if let Some(fault) = scan.fault {
        tree.note(Mark::Bad, format!("no JSON from octet {} on: {}", fault.at, fault.reason.text()));
    } else if scan.bom {
        tree.note(Mark::Bad, "begins with a byte order mark");
    } else if let Some(span) = scan.not_utf8 {
        tree.note(Mark::Bad, format!("octet {} is no UTF-8", span.start));
    } else if let Some(at) = scan.too_deep {
        tree.note(Mark::Warn, format!("nested {} deep from octet {at} on", scan.depth));
    }
}

fn summary(tree: &mut TreeBuilder, digest: &JsonRpc<'_>, at: u32) {
    let root = digest.scan.root.map_or_else(|| ByteSpan::new(0, digest.octets.len()), |root| root.span).shift(at);
    let kind = digest.kind.name().to_owned();
    tree.push("jsonrpc.kind", "JSON-RPC", Value::Text(kind.clone()), kind, root);
    version_note(tree, digest);
    if let Some(id) = digest.id {
        let raw = String::from_utf8_lossy(digest.raw(id)).into_owned();
        let shown = crate::base::text::escape(&raw);
        tree.push("jsonrpc.id", "Id", Value::Text(raw), shown, id.span.shift(at));
    }
    if let (Some(method), Some(token)) = (digest.method_text(), digest.method) {
        tree.text("jsonrpc.method", "Method", &method, token.span.shift(at));
        json::note_string(tree, digest.raw(token));
    }
    if let Some(error) = digest.error_object() {
        if let Some(code) = error.code {
            error_code(tree, digest, code, at);
        }
        if let (Some(message), Some(token)) = (error.message_text(digest.octets), error.message) {
            let shown = crate::base::text::escape(&message);
            tree.push("jsonrpc.error.message", "Error message", Value::Text(message), shown, token.span.shift(at));
            super::note_text(tree, &text::decode(digest.raw(token)));
        }
    }
}

fn version_note(tree: &mut TreeBuilder, digest: &JsonRpc<'_>) {
    match digest.version {
        _ if !digest.is_object() || digest.scan.fault.is_some() => {}
        Version::Two => {}
        Version::Absent => tree.note(Mark::Bad, "jsonrpc is missing"),
        Version::Wrong(_) => tree.note(Mark::Bad, "jsonrpc is not the string 2.0"),
    }
}

fn error_code(tree: &mut TreeBuilder, digest: &JsonRpc<'_>, code: Token, at: u32) {
    let raw = digest.raw(code);
    let shown = crate::base::text::show(raw);
    let value = number::integer(raw);
    let shown_value = value.map_or_else(|| Value::Text(String::from_utf8_lossy(raw).into_owned()), Value::Int);
    tree.push("jsonrpc.error.code", "Error code", shown_value, shown, code.span.shift(at));
    if value.is_none() {
        tree.note(Mark::Bad, "not spelled as an integer");
    }
}

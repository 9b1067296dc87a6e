//! Values that a frame's octets hold: read back, and dissected only where the octets alone do not answer.

use super::Dissect;
use super::evaluate::{Context, Each};
use super::field::{Key, Named, label_word};
use super::test::{Test, Value};
use super::text::contains;
use crate::base::id::FrameId;
use crate::base::tree::{self, Tree};
use crate::bridge::dissect::each_value;
use crate::bridge::payload;
use crate::crypto::digest::sha256;
use crate::native;
use crate::npamp::header::flag;
use crate::spec::channel::Channel;
use crate::store::row::FrameRow;

/// Shows the values of a field. A frame that cannot hold it is not read back.
pub(super) fn values(
    context: &Context<'_>,
    (named, test): (&Named, &Test),
    id: FrameId,
    dissect: &mut Dissect<'_>,
    each: &mut Each<'_>,
) -> bool {
    let field = named.field;
    let Some(row) = context.snapshot.frame(id).filter(|row| may_hold(row, named)) else { return false };
    match (field.key, field.name()) {
        (Key::Malformed, _) => return malformed(context, id, row, each),
        (Key::PayloadHash, _) if context.reads_payloads() => {
            return context.payload(id).is_some_and(|payload| each(Value::Octets(&sha256(&payload))));
        }
        (Key::Path, "frame.payload") if context.reads_payloads() => {
            return context.payload(id).is_some_and(|payload| each(Value::Octets(&payload)));
        }
        (Key::Path, "foreign") if rules_out(context, test, id) => return false,
        _ => {}
    }
    let Some(tree) = dissect(id) else { return false };
    match field.key {
        Key::Label => labelled(&tree, &named.part, each),
        key => field.paths.iter().any(|path| tree.values(path).any(|value| show(value, key, each))),
    }
}

/// Whether the payload as a whole already says that no carried message contains what is looked for.
fn rules_out(context: &Context<'_>, test: &Test, id: FrameId) -> bool {
    match test {
        Test::Contains(needle) if context.reads_payloads() => context.payload(id).is_none_or(|payload| !contains(&payload, &needle.octets)),
        _ => false,
    }
}

/// Whether a frame can hold a field, by its row alone.
fn may_hold(row: &FrameRow, named: &Named) -> bool {
    let readable = row.protection.reason().is_none();
    let group = |path: &'static str| path.split_once('.').map_or(path, |(group, _)| group);
    let holds = |path: &&'static str| match group(path) {
        "frame" => true,
        "handshake" | "ratchet" => readable && row.channel == Channel::CONTROL,
        "native" => readable && native::is_described(row.channel, row.frame_type),
        _ => readable && row.frame_type.is_bridge(row.channel),
    };
    match named.field.key {
        Key::Label => true,
        Key::Malformed => readable && row.frame_type.is_bridge(row.channel),
        _ => named.field.paths.iter().any(holds),
    }
}

/// Why the envelope of a frame cannot be read.
fn malformed(context: &Context<'_>, id: FrameId, row: &FrameRow, each: &mut Each<'_>) -> bool {
    let snapshot = context.snapshot;
    let is_carrier = row.flags & (flag::COMP | flag::FRAG) == 0;
    let Some(plain) = context.payload(id).filter(|_| is_carrier) else { return false };
    let generation = snapshot.association(snapshot.association_of(row)).and_then(|association| association.generation);
    let payload = payload::decode(&plain, |protocol| snapshot.mappings.class_of(protocol, generation), generation);
    payload.malformed().is_some_and(|reason| each(Value::Text(&reason)))
}

/// Shows the values of lines whose label, with those around it, is as wanted.
fn labelled(tree: &Tree, wanted: &[String], each: &mut Each<'_>) -> bool {
    let mut around: Vec<(u8, String)> = Vec::new();
    let listed = tree.fields.iter().any(|field| {
        around.retain(|(depth, _)| *depth < field.depth);
        around.push((field.depth, label_word(&field.label)));
        let ends = around.iter().rev().map(|(_, word)| word).zip(wanted.iter().rev());
        let fits = around.len() >= wanted.len() && ends.into_iter().all(|(found, wanted)| found == wanted);
        fits && show(&field.value, Key::Path, each)
    });
    let outer = tree.fields.iter().find(|field| field.path == "foreign").map(|field| field.label.as_str());
    listed
        || in_rest(tree, &mut |labels, value| {
            let mut words = labels.iter().map(String::as_str).rev().chain(outer).map(label_word);
            wanted.iter().rev().all(|wanted| words.next().as_ref() == Some(wanted)) && show(value, Key::Path, each)
        })
}

/// Walks what the tree of a carried message does not list: each value with the labels inside the message, outermost first.
pub(super) fn in_rest(tree: &Tree, each: &mut dyn FnMut(&[String], &tree::Value) -> bool) -> bool {
    let message = tree.fields.iter().enumerate().find(|(_, field)| field.path == "foreign");
    let Some((foreign, message)) = message else { return false };
    let tree::Value::Octets(octets) = &message.value else { return false };
    let rest = tree.rests().find(|(at, _)| *at > foreign);
    let from = rest.and_then(|(_, rest)| rest.span.start.checked_sub(message.span.start));
    from.is_some_and(|from| each_value(octets, from, each))
}

fn show(value: &tree::Value, key: Key, each: &mut Each<'_>) -> bool {
    match (value, key) {
        (tree::Value::Octets(octets), Key::OctetCount) => each(Value::Int(octets.len() as i128)),
        (tree::Value::Octets(octets), Key::Hash | Key::PayloadHash) => each(Value::Octets(&sha256(octets))),
        (_, Key::OctetCount | Key::Hash | Key::PayloadHash) | (tree::Value::None, _) => false,
        (tree::Value::Uint(number), _) => each(Value::Int((*number).into())),
        (tree::Value::Int(number), _) => each(Value::Int((*number).into())),
        (tree::Value::Bool(flag), _) => each(Value::Flag(*flag)),
        (tree::Value::Text(text), _) => each(Value::Text(text)),
        (tree::Value::Octets(octets), _) => each(Value::Octets(octets)),
    }
}

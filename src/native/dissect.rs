//! The field tree of a native body: names from the companion, values with their places, faults where they are.

use std::cell::Cell;

use super::body::{Body, Entry};
use super::fault::{FieldFault, FieldReason};
use super::schema::{Companion, Envelope, Field, FrameSchema, Names, Record, Role, Type};
use crate::base::span::ByteSpan;
use crate::base::text::hex;
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::codec::cbor::item::{Item, Kind};
use crate::codec::cbor::scan::Bounds;
use crate::codec::cbor::walk;
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;

/// Elements of one list, or entries of one map, that are listed.
const MOST: usize = 200;
/// The same in all of one body: lists may stand in lists.
const MOST_IN_ALL: usize = 4096;
/// Who sees what is not listed.
const SEEN: &str = "text searches see them, filters by the name of a line do not";
/// Nesting of free values that is shown.
const DEPTH: usize = 8;

/// Adds a native body.
pub fn body(tree: &mut TreeBuilder, companion: &'static Companion, schema: &'static FrameSchema, octets: &[u8]) {
    let body = Body::read(companion, schema, octets, Bounds::default());
    let name = schema.frame_type.label(companion.channel);
    tree.push("native", "Body", Value::Text(name.clone()), name, ByteSpan::new(0, octets.len()));
    note_encoding(tree, &body);
    if body.map.is_none() {
        tree.octets("frame.payload", "Payload", octets, ByteSpan::new(0, octets.len()));
        return;
    }
    tree.nest(|tree| {
        let view = View { body: &body, left: Cell::new(MOST_IN_ALL) };
        for entry in &body.entries {
            view.entry(tree, entry);
        }
        view.unknown(tree);
        view.absent(tree);
    });
}

fn note_encoding(tree: &mut TreeBuilder, body: &Body<'_>) {
    if let Some(fault) = body.scan.worst() {
        tree.note(Mark::Bad, format!("octet {}: the body {}", fault.at(), fault.reason.text()));
    } else if let Some(fault) = body.scan.faults.first() {
        tree.note(Mark::Warn, format!("octet {}: the body {}", fault.at(), fault.reason.text()));
    }
}

struct View<'a> {
    body: &'a Body<'a>,
    /// Elements and entries that may still be listed.
    left: Cell<usize>,
}

impl View<'_> {
    /// Lists what stands in a container, as far as there is room; says how many more there are.
    fn each<T>(
        &self,
        tree: &mut TreeBuilder,
        (container, items): (ByteSpan, impl Iterator<Item = T>),
        span_of: impl Fn(&T) -> ByteSpan,
        mut show: impl FnMut(&mut TreeBuilder, usize, T),
    ) {
        let mut items = items.enumerate();
        while let Some((at, item)) = items.next() {
            let left = self.left.get().checked_sub(1).filter(|_| at < MOST);
            let Some(left) = left else {
                let more = items.count().saturating_add(1);
                return tree.rest(more, SEEN, ByteSpan { start: span_of(&item).start, end: container.end });
            };
            self.left.set(left);
            show(tree, at, item);
        }
    }

    fn entry(&self, tree: &mut TreeBuilder, entry: &Entry) {
        let body = self.body;
        let value = &entry.value;
        match (entry.key, body.companion.envelope) {
            (0, Envelope::Correlated | Envelope::SubStream | Envelope::Stamped) => self.kind(tree, value),
            (1, Envelope::SubStream) => self.plain(tree, "native.sub_stream", "Sub-stream", value),
            (1, Envelope::Stamped) => self.plain(tree, "native.stamp", "Stamp", value),
            (key, envelope) if envelope.corr_key() == Some(key) => self.plain(tree, "native.corr", "Correlation", value),
            _ => match body.schema.field(entry.key) {
                Some(field) => self.field(tree, path(field, body.schema), field, &field.ty, value),
                None => return,
            },
        }
        self.note_faults(tree, value.span);
    }

    fn kind(&self, tree: &mut TreeBuilder, value: &Item) {
        self.plain(tree, "native.kind", "Frame kind", value);
        if let Some((kind, _)) = self.body.other_kind() {
            tree.note(Mark::Bad, format!("the frame's type is 0x{:04X}, not 0x{kind:04X}", self.body.schema.frame_type.0));
        }
    }

    fn field(&self, tree: &mut TreeBuilder, path: &'static str, field: &Field, ty: &Type, value: &Item) {
        match ty {
            Type::Code(names) => self.code(tree, path, field, names, value),
            Type::Record(record) | Type::Money(record) if value.kind == Kind::Map => self.record(tree, field.name, record, value),
            Type::List(inner) if value.kind == Kind::Array => self.list(tree, field, inner, value),
            _ => self.any(tree, path, field.name, value, DEPTH),
        }
    }

    fn code(&self, tree: &mut TreeBuilder, path: &'static str, field: &Field, names: Names, value: &Item) {
        let Some(number) = value.uint() else { return self.plain(tree, path, field.name, value) };
        let known = names.iter().find(|(code, _)| *code == number).map(|(_, name)| *name);
        let name = if field.name == "effect" && number == 3 && self.body.companion.channel == Channel::COMMERCE {
            Some("value_transfer")
        } else {
            known
        };
        let text = name.map_or_else(|| format!("{number} (not defined)"), |name| format!("{name} ({number})"));
        tree.code(path, field.name, number, text, value.span);
    }

    fn record(&self, tree: &mut TreeBuilder, label: &str, record: &'static Record, map: &Item) {
        tree.push("", label, Value::None, record.name.replace('_', " "), map.span);
        self.note_faults(tree, map.span);
        tree.nest(|tree| {
            let kind = walk::find(self.body.octets, map, 1).and_then(|kind| kind.uint());
            let entries = walk::entries(self.body.octets, map);
            self.each(
                tree,
                (map.span, entries),
                |(key, _)| key.span,
                |tree, _, (key, value)| {
                    let field = key.uint().and_then(|key| record.fields.iter().find(|field| field.key == key));
                    match field.map(|field| (field, &field.ty)) {
                        Some((field, Type::ByKind(bodies))) => match bodies.iter().find(|(of, _)| Some(*of) == kind) {
                            Some((_, inner)) if value.kind == Kind::Map => self.record(tree, field.name, inner, &value),
                            _ => self.any(tree, "", field.name, &value, DEPTH),
                        },
                        Some((field, ty)) => self.field(tree, "", field, ty, &value),
                        None => self.any(tree, "", &self.label(&key), &value, DEPTH),
                    }
                    self.note_faults(tree, value.span);
                },
            );
        });
    }

    fn list(&self, tree: &mut TreeBuilder, field: &Field, inner: &Type, list: &Item) {
        let count = walk::elements(self.body.octets, list).count();
        tree.push("", field.name, Value::None, crate::base::text::count_of(count as u64, "entry", "entries"), list.span);
        tree.nest(|tree| {
            let elements = walk::elements(self.body.octets, list);
            self.each(
                tree,
                (list.span, elements),
                |element| element.span,
                |tree, _, element| {
                    self.field(tree, "", field, inner, &element);
                    self.note_faults(tree, element.span);
                },
            );
        });
    }

    /// A value of any shape.
    fn any(&self, tree: &mut TreeBuilder, path: &'static str, label: &str, value: &Item, depth: usize) {
        let (octets, span) = (self.body.octets, value.span);
        let Some(deeper) = depth.checked_sub(1).filter(|_| matches!(value.kind, Kind::Array | Kind::Map)) else {
            return self.plain(tree, path, label, value);
        };
        tree.push(path, label, Value::None, value.kind.name().to_owned(), span);
        tree.nest(|tree| {
            self.each(
                tree,
                (span, walk::entries(octets, value)),
                |(key, _)| key.span,
                |tree, _, (key, value)| {
                    self.any(tree, "", &self.label(&key), &value, deeper);
                },
            );
            self.each(
                tree,
                (span, walk::elements(octets, value)),
                |element| element.span,
                |tree, at, value| {
                    self.any(tree, "", &at.to_string(), &value, deeper);
                },
            );
        });
    }

    fn plain(&self, tree: &mut TreeBuilder, path: &'static str, label: &str, value: &Item) {
        let (octets, span) = (self.body.octets, value.span);
        match value.kind {
            Kind::Uint(number) => tree.uint(path, label, number, span),
            Kind::Text => tree.text(path, label, value.content.of(octets), span),
            Kind::Bytes => tree.octets(path, label, value.content.of(octets), span),
            Kind::Bool(flag) => tree.push(path, label, Value::Bool(flag), flag.to_string(), span),
            Kind::Negative(_) => match value.int() {
                Some(number) => tree.push(path, label, Value::Int(number), number.to_string(), span),
                None => tree.octets(path, label, value.raw(octets), span),
            },
            Kind::Float { .. } => {
                let text = value.float().unwrap_or_default().to_string();
                tree.push(path, label, Value::Text(text.clone()), text, span);
            }
            Kind::Simple(22) => tree.push(path, label, Value::None, "null".to_owned(), span),
            _ => tree.octets(path, label, value.raw(octets), span),
        }
    }

    /// The text of a key.
    fn label(&self, key: &Item) -> String {
        let octets = self.body.octets;
        match (key.int(), key.text(octets)) {
            (Some(number), _) => number.to_string(),
            (_, Some(text)) => crate::base::text::show(text),
            _ => hex(key.raw(octets).get(..16).unwrap_or_else(|| key.raw(octets))),
        }
    }

    /// Keys that no companion names.
    fn unknown(&self, tree: &mut TreeBuilder) {
        let Some(map) = self.body.map else { return };
        let known = |key: &Item| self.body.entries.iter().any(|entry| entry.name == key.span);
        let entries = walk::entries(self.body.octets, &map).filter(|(key, _)| !known(key));
        self.each(
            tree,
            (map.span, entries),
            |(key, _)| key.span,
            |tree, _, (key, value)| {
                self.any(tree, "", &self.label(&key), &value, DEPTH);
                if matches!(key.kind, Kind::Negative(_)) {
                    tree.note(Mark::Bad, "an unknown negative key");
                } else {
                    tree.note(Mark::Plain, "a key that the companion does not name");
                }
            },
        );
    }

    fn absent(&self, tree: &mut TreeBuilder) {
        for fault in &self.body.faults {
            if matches!(fault.reason, FieldReason::Missing | FieldReason::CorrMissing | FieldReason::NoneOf) && fault.record.is_empty() {
                tree.push("", fault.name, Value::None, "absent".to_owned(), ByteSpan::new(0, 1));
                tree.note(Mark::Bad, words(fault));
            }
        }
    }

    fn note_faults(&self, tree: &mut TreeBuilder, span: ByteSpan) {
        if let Some(fault) = self.body.faults.iter().find(|fault| fault.span == span && !matches!(fault.reason, FieldReason::NoneOf)) {
            tree.note(Mark::Bad, words(fault));
        }
    }
}

/// The filter path of a field that filters can name.
fn path(field: &Field, schema: &FrameSchema) -> &'static str {
    match (field.name, schema.role) {
        ("effect", _) => "native.effect",
        ("code", Role::Error) | ("error_code", Role::Reset) => "native.error.code",
        ("message" | "reason", Role::Error) => "native.error.message",
        ("approval_id", _) => "native.approval_id",
        ("record_id", _) => "native.record_id",
        ("task_id", _) => "native.task_id",
        ("token_id", _) => "native.token_id",
        ("mandate_id", _) => "native.mandate_id",
        ("intent_id", _) => "native.intent_id",
        ("sub_id", _) => "native.sub_id",
        ("batch_seq" | "seq" | "update_seq", _) => "native.seq",
        ("credit", _) => "native.credit",
        ("offset", _) => "native.offset",
        _ => "",
    }
}

/// What is wrong with a field, in words.
pub fn words(fault: &FieldFault) -> String {
    let of = if fault.record.is_empty() { String::new() } else { format!(" of a {}", fault.record) };
    let name = format!("{} (key {}){of}", fault.name, fault.key);
    match fault.reason {
        FieldReason::Missing => format!("{name} is missing"),
        FieldReason::Type { wanted, found } => format!("{name} is of type {found}, it must be {wanted}"),
        FieldReason::Range { most } => format!("{name} is greater than {most}"),
        FieldReason::Length { octets, least, most: usize::MAX } => format!("{name} has {octets} octets, fewer than {least}"),
        FieldReason::Length { octets, least, most } => format!("{name} has {octets} octets, {least} to {most} are allowed"),
        FieldReason::Count { wanted } => format!("{name} must have {wanted} elements"),
        FieldReason::NoneOf => format!("{name} is missing, and so is every field that could stand for it"),
        FieldReason::Amount => format!("{name} is no amount that can be understood"),
        FieldReason::CorrMissing => "there is no correlation".to_owned(),
        FieldReason::CorrShape => "the correlation is no octet string of 1 to 64 octets".to_owned(),
        FieldReason::CorrPresent => "a correlation stands where there must be none".to_owned(),
    }
}

/// The class of an effect number.
pub fn class(number: u64) -> Option<Effect> {
    u8::try_from(number).ok().and_then(Effect::from_code)
}

//! Holds a body against its schema.

use smallvec::SmallVec;

use super::body::Body;
use super::fault::{FieldFault, FieldReason};
use super::schema::{Corr, Envelope, Field, Record, Type};
use crate::base::span::ByteSpan;
use crate::codec::cbor::item::{Item, Kind};
use crate::codec::cbor::walk;

/// Faults of one body that are listed.
const MOST: usize = 8;
/// Octets of the longest correlation [companions §4.2].
pub(super) const CORR_MOST: usize = 64;

/// What is wrong with envelope and fields.
pub(super) fn faults(body: &Body<'_>) -> Vec<FieldFault> {
    let mut checker = Checker { octets: body.octets, record: "", amount: false, found: Vec::new() };
    checker.envelope(body);
    for field in body.schema.fields {
        match body.value(field.key) {
            Some(value) => checker.value(&field.ty, field, &value),
            None if field.required => checker.missing(field, body.map.map_or_else(ByteSpan::default, |map| map.span)),
            None => {}
        }
    }
    let lacks = !body.schema.one_of.is_empty() && body.schema.one_of.iter().all(|key| body.value(*key).is_none());
    if let Some(field) = body.schema.one_of.first().and_then(|key| body.schema.field(*key)).filter(|_| lacks) {
        checker.add(FieldReason::NoneOf, field.key, field.name, body.map.map_or_else(ByteSpan::default, |map| map.span));
    }
    checker.found
}

/// The first floating-point number where none may be: outside the fields that admit one, and those that are wrong anyway.
pub(super) fn stray_float(body: &Body<'_>) -> Option<ByteSpan> {
    let inside = |outer: ByteSpan, inner: &ByteSpan| outer.start <= inner.start && inner.end <= outer.end;
    let excused = |float: &ByteSpan| {
        let mut admitting = body.schema.fields.iter().filter(|field| field.ty.admits_floats()).filter_map(|field| body.value(field.key));
        let faulty = body.faults.iter().any(|fault| fault.reason != FieldReason::Missing && inside(fault.span, float));
        faulty || admitting.any(|value| inside(value.span, float))
    };
    body.scan.floats.iter().find(|float| !excused(float)).copied()
}

struct Checker<'a> {
    octets: &'a [u8],
    record: &'static str,
    /// Whether what is read is part of an amount: any fault is one of the amount.
    amount: bool,
    found: Vec<FieldFault>,
}

impl Checker<'_> {
    fn add(&mut self, reason: FieldReason, key: u64, name: &'static str, span: ByteSpan) {
        if self.found.len() < MOST {
            let reason = if self.amount { FieldReason::Amount } else { reason };
            self.found.push(FieldFault { reason, key, name, record: self.record, span });
        }
    }

    fn missing(&mut self, field: &Field, span: ByteSpan) {
        self.add(FieldReason::Missing, field.key, field.name, span);
    }

    fn wrong(&mut self, ty: &Type, field: &Field, value: &Item) {
        self.add(FieldReason::Type { wanted: ty.name(), found: value.kind.name() }, field.key, field.name, value.span);
    }

    fn envelope(&mut self, body: &Body<'_>) {
        let Some(map) = body.map.filter(|_| body.companion.envelope != Envelope::Bare) else { return };
        match body.value(0) {
            None => self.add(FieldReason::Missing, 0, "frame_kind", map.span),
            Some(kind) if kind.uint().is_none() => self.mistyped("an unsigned integer", 0, "frame_kind", &kind),
            Some(_) => {}
        }
        match (body.companion.envelope, body.value(1)) {
            (Envelope::SubStream, None) => self.add(FieldReason::Missing, 1, "sub_stream_id", map.span),
            (Envelope::SubStream, Some(id)) if id.uint().is_none() => self.mistyped("an unsigned integer", 1, "sub_stream_id", &id),
            (Envelope::Stamped, Some(stamp)) if !stamp.is_int() => self.mistyped("an integer", 1, "stamp", &stamp),
            _ => {}
        }
        self.corr(body, map.span);
    }

    fn mistyped(&mut self, wanted: &'static str, key: u64, name: &'static str, value: &Item) {
        self.add(FieldReason::Type { wanted, found: value.kind.name() }, key, name, value.span);
    }

    fn corr(&mut self, body: &Body<'_>, map: ByteSpan) {
        let Some(key) = body.companion.envelope.corr_key() else { return };
        let subscribed = body.named("sub_id").is_some();
        let wanted = match body.schema.corr {
            Corr::Required => true,
            Corr::Forbidden => false,
            Corr::WithSubscription => subscribed,
        };
        match body.value(key) {
            None if wanted => self.add(FieldReason::CorrMissing, key, "corr", map),
            Some(corr) if !wanted => self.add(FieldReason::CorrPresent, key, "corr", corr.span),
            Some(corr) if !corr.bytes(self.octets).is_some_and(|octets| (1..=CORR_MOST).contains(&octets.len())) => {
                self.add(FieldReason::CorrShape, key, "corr", corr.span);
            }
            _ => {}
        }
    }

    fn value(&mut self, ty: &Type, field: &Field, value: &Item) {
        match ty {
            Type::Money(record) => return self.money(record, field, value),
            Type::Record(record) if value.kind == Kind::Map => return self.record(record, value),
            Type::List(inner) if value.kind == Kind::Array => return self.list(inner, field, value),
            Type::Floats(count) if value.kind == Kind::Array => return self.floats(*count, field, value),
            Type::Origin if value.kind == Kind::Array => return self.origin(field, value),
            Type::Decimal if !value.text(self.octets).is_some_and(is_decimal) => {
                return self.add(FieldReason::Amount, field.key, field.name, value.span);
            }
            _ => {}
        }
        if !fits(ty, value) {
            return self.wrong(ty, field, value);
        }
        match (ty, value.uint()) {
            (Type::UintTo(most), Some(number)) if number > *most => {
                self.add(FieldReason::Range { most: *most }, field.key, field.name, value.span);
            }
            (Type::Bytes(least, most), _) if !(*least..=*most).contains(&value.content.len()) => {
                let reason = FieldReason::Length { octets: value.content.len(), least: *least, most: *most };
                self.add(reason, field.key, field.name, value.span);
            }
            _ => {}
        }
    }

    fn money(&mut self, record: &'static Record, field: &Field, value: &Item) {
        let before = self.found.len();
        self.amount = true;
        if value.kind == Kind::Map {
            self.record(record, value);
        } else {
            self.add(FieldReason::Amount, field.key, field.name, value.span);
        }
        self.amount = false;
        self.found.truncate(before.saturating_add(1));
    }

    fn record(&mut self, record: &'static Record, map: &Item) {
        let outer = std::mem::replace(&mut self.record, record.name);
        let values = self.values(record, map);
        let of = |key: u64| values.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        let kind = of(1).and_then(|kind| kind.uint());
        for field in record.fields {
            let Some(value) = of(field.key) else {
                if field.required {
                    self.missing(field, map.span);
                }
                continue;
            };
            match &field.ty {
                Type::ByKind(bodies) if value.kind == Kind::Map => {
                    if let Some((_, inner)) = bodies.iter().find(|(of, _)| Some(*of) == kind) {
                        self.record(inner, &value);
                    }
                }
                ty => self.value(ty, field, &value),
            }
        }
        self.record = outer;
    }

    /// The values of the keys that a record names, each at its first place, in one walk.
    fn values(&self, record: &Record, map: &Item) -> SmallVec<[(u64, Item); 16]> {
        let mut values: SmallVec<[(u64, Item); 16]> = SmallVec::new();
        for (key, value) in walk::entries(self.octets, map) {
            let Some(key) = key.uint().filter(|key| record.fields.iter().any(|field| field.key == *key)) else { continue };
            if values.iter().all(|(known, _)| *known != key) {
                values.push((key, value));
            }
        }
        values
    }

    fn list(&mut self, inner: &Type, field: &Field, list: &Item) {
        for element in walk::elements(self.octets, list) {
            if self.found.len() >= MOST {
                return;
            }
            self.value(inner, field, &element);
        }
    }

    fn floats(&mut self, count: usize, field: &Field, list: &Item) {
        let mut seen = 0usize;
        for element in walk::elements(self.octets, list) {
            seen = seen.saturating_add(1);
            if !fits(&Type::Float, &element) {
                return self.wrong(&Type::Float, field, &element);
            }
        }
        if seen != count {
            self.add(FieldReason::Count { wanted: count }, field.key, field.name, list.span);
        }
    }

    fn origin(&mut self, field: &Field, value: &Item) {
        let parts: SmallVec<[Item; 2]> = walk::elements(self.octets, value).take(3).collect();
        let [position, orientation] = parts.as_slice() else {
            return self.add(FieldReason::Count { wanted: 2 }, field.key, field.name, value.span);
        };
        self.value(&Type::Floats(3), field, position);
        self.value(&Type::Floats(4), field, orientation);
    }
}

fn fits(ty: &Type, value: &Item) -> bool {
    let float = matches!(value.kind, Kind::Float { .. });
    match ty {
        Type::Any => true,
        Type::Uint | Type::UintTo(_) | Type::Code(_) => value.uint().is_some(),
        Type::Int => value.is_int(),
        Type::Text | Type::Decimal => value.kind == Kind::Text,
        Type::Bytes(..) => value.kind == Kind::Bytes,
        Type::Bool => value.bool().is_some(),
        Type::Map | Type::Attributes | Type::Money(_) | Type::Record(_) | Type::ByKind(_) => value.kind == Kind::Map,
        Type::Float => float,
        Type::Number => float || value.is_int(),
        Type::Value => float || value.is_int() || value.kind == Kind::Bytes || value.bool().is_some(),
        Type::Floats(_) | Type::Origin | Type::List(_) => value.kind == Kind::Array,
    }
}

/// Whether a text is a decimal number: digits, with a sign before and a fraction behind, if any.
fn is_decimal(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    let all = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    match memchr::memchr(b'.', digits) {
        None => all(digits),
        Some(point) => digits.split_at_checked(point).is_some_and(|(whole, rest)| all(whole) && all(rest.get(1..).unwrap_or_default())),
    }
}

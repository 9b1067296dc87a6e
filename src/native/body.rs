//! A native body, read by its schema: fields with their places, and what is wrong with them.

use smallvec::SmallVec;

use super::check;
use super::fault::FieldFault;
use super::schema::{Companion, Envelope, FrameSchema, Role};
use crate::base::span::ByteSpan;
use crate::codec::cbor::item::{Item, Kind};
use crate::codec::cbor::scan::{Bounds, Scan, scan_map};
use crate::codec::cbor::walk;

/// A key with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key.
    pub key: u64,
    /// The octets of the key.
    pub name: ByteSpan,
    /// The value.
    pub value: Item,
}

/// A native body.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    /// The payload.
    pub octets: &'a [u8],
    /// The companion that describes it.
    pub companion: &'static Companion,
    /// The type it is sent as.
    pub schema: &'static FrameSchema,
    /// What the encoding is.
    pub scan: Scan,
    /// The map, when it could be read to its end.
    pub map: Option<Item>,
    /// The known keys, each at its first place.
    pub entries: SmallVec<[Entry; 8]>,
    /// The first negative key.
    pub negative: Option<Item>,
    /// What is wrong with envelope and fields; empty when the kind is another one, or the encoding is not to be trusted.
    pub faults: Vec<FieldFault>,
    /// The first floating-point number in a place where no companion allows one.
    pub stray_float: Option<ByteSpan>,
}

impl<'a> Body<'a> {
    /// Reads a payload as a frame of this type.
    pub fn read(companion: &'static Companion, schema: &'static FrameSchema, octets: &'a [u8], bounds: Bounds) -> Self {
        let scan = scan_map(octets, bounds);
        let map = scan.map();
        let mut body =
            Self { octets, companion, schema, scan, map, entries: SmallVec::new(), negative: None, faults: Vec::new(), stray_float: None };
        body.collect();
        if body.map.is_some() && body.scan.worst().is_none() && body.other_kind().is_none() {
            body.faults = check::faults(&body);
        }
        body.stray_float = check::stray_float(&body);
        body
    }

    fn collect(&mut self) {
        let Some(map) = self.map else { return };
        for (key, value) in walk::entries(self.octets, &map) {
            if matches!(key.kind, Kind::Negative(_)) {
                self.negative.get_or_insert(key);
            }
            let Some(number) = key.uint().filter(|number| self.knows(*number)) else { continue };
            if self.entry(number).is_none() {
                self.entries.push(Entry { key: number, name: key.span, value });
            }
        }
    }

    fn knows(&self, key: u64) -> bool {
        let envelope = match self.companion.envelope {
            Envelope::Correlated | Envelope::SubStream => key <= 1,
            Envelope::Stamped => key <= 2,
            Envelope::Bare => false,
        };
        envelope || self.schema.field(key).is_some()
    }

    /// The entry of a known key.
    pub fn entry(&self, key: u64) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of a known key.
    pub fn value(&self, key: u64) -> Option<Item> {
        self.entry(key).map(|entry| entry.value)
    }

    /// The value of a field, by its name in the companion.
    pub fn named(&self, name: &str) -> Option<Item> {
        self.value(self.schema.named(name)?.key)
    }

    /// An unsigned integer, by the field's name.
    pub fn uint(&self, name: &str) -> Option<u64> {
        self.named(name)?.uint()
    }

    /// A truth value, by the field's name.
    pub fn bool(&self, name: &str) -> Option<bool> {
        self.named(name)?.bool()
    }

    /// The octets of a text, by the field's name.
    pub fn text(&self, name: &str) -> Option<&'a [u8]> {
        self.named(name)?.text(self.octets)
    }

    /// The octets of an octet string, by the field's name.
    pub fn bytes(&self, name: &str) -> Option<&'a [u8]> {
        self.named(name)?.bytes(self.octets)
    }

    /// The elements of a list, by the field's name.
    pub fn list(&self, name: &str) -> impl Iterator<Item = Item> + use<'a> {
        let octets = self.octets;
        self.named(name).into_iter().flat_map(move |list| walk::elements(octets, &list))
    }

    /// The correlation, as far as it can be used: octets that are not empty.
    pub fn corr(&self) -> Option<&'a [u8]> {
        let value = self.value(self.companion.envelope.corr_key()?)?;
        value.bytes(self.octets).filter(|corr| !corr.is_empty())
    }

    /// The sub-stream, on the Stream channel.
    pub fn sub_stream(&self) -> Option<u64> {
        if self.companion.envelope == Envelope::SubStream { self.value(1)?.uint() } else { None }
    }

    /// The frame kind inside the body and its place, when it is another one than the frame's type.
    pub fn other_kind(&self) -> Option<(u64, ByteSpan)> {
        let value = self.value(0).filter(|_| self.companion.envelope != Envelope::Bare)?;
        let kind = value.uint()?;
        (kind != u64::from(self.schema.frame_type.0)).then_some((kind, value.span))
    }

    /// The effect that a request declares, and its place.
    pub fn effect(&self) -> Option<(u64, ByteSpan)> {
        let value = self.named("effect")?;
        Some((value.uint()?, value.span))
    }

    /// Whether a request of this type declares an effect.
    pub fn has_effect(&self) -> bool {
        self.schema.named("effect").is_some()
    }

    /// The code of an error frame, and its place.
    pub fn error_code(&self) -> Option<(u64, ByteSpan)> {
        let value = self.named(if self.schema.role == Role::Reset { "error_code" } else { "code" })?;
        Some((value.uint()?, value.span)).filter(|_| matches!(self.schema.role, Role::Error | Role::Reset))
    }

    /// What the frame does in its exchange: an event is a request when it asks for an acknowledgement.
    pub fn role(&self) -> Role {
        match self.schema.role {
            Role::Event(key) if self.value(key).and_then(|ack| ack.bool()) == Some(true) => Role::Request,
            Role::Event(_) => Role::OneWay,
            role => role,
        }
    }

    /// Whether its encoding is one that a receiver accepts, in every generation.
    pub fn is_sound(&self) -> bool {
        self.map.is_some() && self.scan.worst().is_none()
    }
}

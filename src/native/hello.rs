//! `HELLO` and `HELLO_DONE` on Control: which protocols and channels a peer carries [hello §3–§7].

use super::body::Body;
use super::schema::{Companion, Corr, Envelope, Field, FrameSchema, Role, Type, opt, req};
use crate::base::span::ByteSpan;
use crate::codec::cbor::item::{Item, Kind};
use crate::codec::cbor::walk;
use crate::spec::channel::Channel;

/// Ids of one list that are remembered.
const MOST_IDS: usize = 256;
/// Texts of one map that are looked at.
const MOST_TEXTS: usize = 64;

/// The key of the version.
pub const VERSION: u64 = 0;
/// The key of the list.
pub const PROTOCOLS: u64 = 1;
/// The key of the greased ids.
pub const GREASE: u64 = 3;

/// The one body of its kind. Its keys are its own.
pub(super) static HELLO: Companion = Companion {
    channel: Channel::CONTROL,
    envelope: Envelope::Bare,
    frames: &[FrameSchema { corr: Corr::Forbidden, ..FrameSchema::new(0x0110, Role::OneWay, FIELDS) }],
    errors: &[],
    approval: None,
};

const FIELDS: &[Field] = &[
    req(VERSION, "version", Type::Uint),
    req(PROTOCOLS, "protocols", Type::List(&Type::Uint)),
    opt(2, "params", Type::Map),
    opt(GREASE, "grease", Type::List(&Type::Uint)),
];

/// Protocol and channel ids, which share one list.
pub fn ids(body: &Body<'_>, key: u64) -> Vec<u64> {
    let items = body.value(key).into_iter().flat_map(|list| walk::elements(body.octets, &list).collect::<smallvec::SmallVec<[Item; 8]>>());
    items.filter_map(|item| item.uint()).take(MOST_IDS).collect()
}

/// The first text inside the map that looks like a locator, a name of a host or a schema, and where it lies.
pub fn directory_text<'a>(body: &Body<'a>) -> Option<(ByteSpan, &'a [u8])> {
    let map = body.map?;
    let mut open = vec![map];
    let mut seen = 0;
    while let Some(item) = open.pop() {
        if seen >= MOST_TEXTS {
            return None;
        }
        seen = seen.saturating_add(1);
        match item.kind {
            Kind::Text if looks_like_directory(item.content.of(body.octets)) => return Some((item.span, item.content.of(body.octets))),
            Kind::Map => {
                for (key, value) in walk::entries(body.octets, &item).take(MOST_TEXTS) {
                    open.extend([value, key]);
                }
            }
            Kind::Array => open.extend(walk::elements(body.octets, &item).take(MOST_TEXTS)),
            _ => {}
        }
    }
    None
}

fn looks_like_directory(text: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(text, part).is_some();
    has(b"://") || has(b"$schema") || has(b"\"properties\"") || has(b"inputSchema") || text.starts_with(b"www.")
}

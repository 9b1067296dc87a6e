//! Records that peers advertised on Discovery [discovery §5, §8].

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::codec::cbor::item::Item;
use crate::codec::cbor::walk;
use crate::session::arrival::Token;
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;

use super::Seen;
use super::link::Fact;

/// Kinds of a record.
const PROTOCOL: u64 = 1;
const TOOL: u64 = 3;

/// What one peer advertised.
#[derive(Debug)]
pub struct Records {
    known: HashMap<(Direction, Token), Record>,
    most: usize,
}

#[derive(Clone, Debug)]
struct Record {
    revision: u64,
    /// Checksum and length of its octets.
    mark: (u32, usize),
    frame: FrameId,
    says: Says,
}

/// What a record says, as far as other traffic can contradict it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Says {
    Protocol(Protocol),
    Tool { name: Box<[u8]>, protocol: Protocol, effect: Option<Effect> },
    Other,
}

/// A tool as advertised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advertised<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// The most severe effect that it can have.
    pub effect: Effect,
    /// The frame that says so.
    pub frame: FrameId,
}

impl Records {
    /// None yet, and room for `most`.
    pub fn new(most: usize) -> Self {
        Self { known: HashMap::new(), most }
    }

    /// Whether anything was advertised.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The frame in which the sender of a direction advertised a protocol.
    pub fn protocol(&self, direction: Direction, protocol: Protocol) -> Option<FrameId> {
        let mine = self.known.iter().filter(|((of, _), record)| *of == direction && record.says == Says::Protocol(protocol));
        mine.map(|(_, record)| record.frame).min()
    }

    /// The tools that the sender of a direction advertised for a protocol, with the effects they can have, in the order of their frames.
    pub fn tools(&self, direction: Direction, protocol: Protocol) -> Vec<Advertised<'_>> {
        let mine = self.known.iter().filter(|((of, _), _)| *of == direction).filter_map(|(_, record)| match &record.says {
            Says::Tool { name, protocol: of, effect: Some(effect) } if *of == protocol => {
                Some(Advertised { name, effect: *effect, frame: record.frame })
            }
            _ => None,
        });
        let mut tools: Vec<_> = mine.collect();
        tools.sort_unstable_by_key(|tool| (tool.frame, tool.name));
        tools
    }

    /// The most severe effect that was advertised for a tool.
    pub fn tool(&self, direction: Direction, protocol: Protocol, name: &[u8]) -> Option<Advertised<'_>> {
        self.tools(direction, protocol).into_iter().filter(|tool| tool.name == name).max_by_key(|tool| tool.effect)
    }

    /// Takes the records of a frame.
    pub fn take(&mut self, seen: &Seen<'_>, facts: &mut SmallVec<[Fact; 1]>) {
        for list in ["records", "added"] {
            for record in seen.body.list(list).take(self.most) {
                facts.extend(self.record(seen, &record));
            }
        }
        for id in seen.body.list("withdrawn").take(self.most) {
            if let Some(id) = id.bytes(seen.body.octets) {
                self.known.remove(&(seen.direction, Token::from_slice(id)));
            }
        }
    }

    fn record(&mut self, seen: &Seen<'_>, record: &Item) -> Option<Fact> {
        let octets = seen.body.octets;
        let id = walk::find(octets, record, 0)?.bytes(octets)?;
        let revision = walk::find(octets, record, 2)?.uint()?;
        let raw = record.raw(octets);
        let fresh = Record { revision, mark: (crc32c::crc32c(raw), raw.len()), frame: seen.frame, says: says(octets, record) };
        let key = (seen.direction, Token::from_slice(id));
        let Some(known) = self.known.get_mut(&key) else {
            if self.known.len() < self.most {
                self.known.insert(key, fresh);
            }
            return None;
        };
        let (before, frame) = (known.revision, known.frame);
        if revision < before {
            return Some(Fact::RevisionLower { before, now: revision, frame });
        }
        let changed = revision == before && known.mark != fresh.mark && seen.body.scan.faults.is_empty();
        *known = fresh;
        changed.then_some(Fact::RevisionSame { revision, frame })
    }
}

fn says(octets: &[u8], record: &Item) -> Says {
    let field = |map: &Item, key| walk::find(octets, map, key);
    let (Some(kind), Some(body)) = (field(record, 1).and_then(|kind| kind.uint()), field(record, 4)) else { return Says::Other };
    let protocol = |key| field(&body, key).and_then(|id| u8::try_from(id.uint()?).ok()).map(Protocol);
    match kind {
        PROTOCOL => protocol(0).map_or(Says::Other, Says::Protocol),
        TOOL => {
            let name = field(&body, 0).and_then(|name| name.text(octets));
            let effect = field(&body, 2).and_then(|effect| Effect::from_code(u8::try_from(effect.uint()?).ok()?));
            name.zip(protocol(1)).map_or(Says::Other, |(name, protocol)| Says::Tool { name: name.into(), protocol, effect })
        }
        _ => Says::Other,
    }
}

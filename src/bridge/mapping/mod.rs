//! Mappings: what the methods of each carried protocol do to state, and which label they owe. They are data: one file a protocol,
//! of one form for ours and the user's.

pub mod a2a;
mod builtin;
mod dialect;
mod matching;
pub mod mcp;
mod method;
mod recognize;
pub mod schema;
mod set;
mod words;

use super::carriage::CarriageClass;
use crate::spec::protocol::Protocol;
pub use dialect::Dialect;
pub use matching::Matching;
pub use method::{Basis, Caller, Derivation, Duty, Form, HttpRequest, Method, MethodEffect, Reply};
pub use recognize::recognize;
pub use set::{BindFault, Mappings, RESERVED};
pub use words::Word;

/// What a file says of a protocol as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappingParts {
    /// The word that names it.
    pub name: Box<str>,
    /// Its full name.
    pub title: Box<str>,
    /// Its identifier: registered, or printed in its mapping document.
    pub protocol: Option<Protocol>,
    /// What the identifier is worth.
    pub status: Option<Box<str>>,
    /// How it is carried.
    pub class: CarriageClass,
    /// How else parts of it are carried.
    pub also: Vec<CarriageClass>,
    /// The encoding of its messages.
    pub content_type: Option<u8>,
    /// Whose rules judge it.
    pub dialect: Dialect,
    /// What of a message names its method.
    pub matching: Matching,
    /// Whether the table lists every method: then one that it does not list is unknown.
    pub complete: bool,
    /// Error codes that the protocol itself defines.
    pub error_codes: Vec<i64>,
    /// Where all this is written.
    pub source: Option<Box<str>>,
    /// A remark.
    pub note: Option<Box<str>>,
}

/// What is known of one carried protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapping {
    parts: MappingParts,
    /// Whether some of its methods are answered by a stream.
    pub streaming: bool,
    /// Its methods, in the order of the mapping document.
    pub methods: Vec<Method>,
    /// Positions in `methods`, by length of the name, then by name.
    order: Vec<u32>,
}

impl std::ops::Deref for Mapping {
    type Target = MappingParts;

    fn deref(&self) -> &MappingParts {
        &self.parts
    }
}

impl Mapping {
    /// A protocol with its methods; each name at most once.
    pub fn new(parts: MappingParts, methods: Vec<Method>) -> Self {
        let streaming = parts.class == CarriageClass::Stream || methods.iter().any(|method| method.reply == Reply::Stream);
        let mut order: Vec<u32> = (0..u32::try_from(methods.len()).unwrap_or(u32::MAX)).collect();
        order.sort_by_key(|at| methods.get(*at as usize).map(sort_key));
        Self { parts, streaming, methods, order }
    }

    /// The method of a decoded name. Case counts, nothing is folded.
    pub fn find(&self, name: &[u8]) -> Option<&Method> {
        if self.matching == Matching::HttpTarget {
            return matching::by_target(&self.methods, name);
        }
        let name = self.matching.key(name);
        let key = (name.len(), name);
        let method = |at: &u32| self.methods.get(*at as usize);
        let found = self.order.binary_search_by(|at| method(at).map_or((0, &[][..]), sort_key).cmp(&key));
        self.order.get(found.ok()?).and_then(method)
    }

    /// Whether an error code is one that the protocol defines.
    pub fn defines_code(&self, code: i64) -> bool {
        self.error_codes.contains(&code)
    }
}

fn sort_key(method: &Method) -> (usize, &[u8]) {
    (method.name.len(), method.name.as_bytes())
}

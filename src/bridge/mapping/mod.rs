//! Mappings: what the methods of each carried protocol do to state, and which label they owe.

pub mod a2a;
pub mod mcp;
mod method;
mod recognize;

use super::carriage::CarriageClass;
use crate::spec::protocol::Protocol;
pub use method::{Basis, Caller, Duty, Form, Method, MethodEffect, Reply};
pub use recognize::recognize;

/// Every mapping, in the order of the protocol registry.
pub static MAPPINGS: &[&Mapping] = &[&mcp::MAPPING, &a2a::MAPPING];

/// What is known of one carried protocol.
#[derive(Debug)]
pub struct Mapping {
    /// Its identifier.
    pub protocol: Protocol,
    /// Its name.
    pub name: &'static str,
    /// How it is carried.
    pub class: CarriageClass,
    /// Whether some of its methods are answered by a stream.
    pub streaming: bool,
    /// Its methods, in the order of the mapping document.
    pub methods: &'static [Method],
    /// Positions in `methods`, by length of the name, then by name.
    order: &'static [u8],
}

impl Mapping {
    /// The method of a decoded name. Case counts, nothing is folded.
    pub fn find(&self, name: &[u8]) -> Option<&'static Method> {
        let method = |at: &u8| self.methods.get(usize::from(*at));
        let key = (name.len(), name);
        let found = self
            .order
            .binary_search_by(|at| method(at).map_or((0, &[][..]), |method| (method.name.len(), method.name.as_bytes())).cmp(&key));
        self.order.get(found.ok()?).and_then(method)
    }
}

/// The mapping of a protocol.
pub fn of(protocol: Protocol) -> Option<&'static Mapping> {
    match protocol {
        Protocol::MCP => Some(&mcp::MAPPING),
        Protocol::A2A => Some(&a2a::MAPPING),
        _ => None,
    }
}

/// The method of a protocol, when its mapping lists it.
pub fn find(protocol: Protocol, name: &[u8]) -> Option<&'static Method> {
    of(protocol)?.find(name)
}

/// Positions of `methods` by length of the name, then by name.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::cast_possible_truncation, reason = "runs while compiling")]
const fn order<const N: usize>(methods: &[Method]) -> [u8; N] {
    let mut order = [0; N];
    let mut at = 0;
    while at < N {
        let mut slot = at;
        while slot > 0 && precedes(methods[at].name.as_bytes(), methods[order[slot - 1] as usize].name.as_bytes()) {
            order[slot] = order[slot - 1];
            slot -= 1;
        }
        order[slot] = at as u8;
        at += 1;
    }
    order
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "runs while compiling")]
const fn precedes(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return left.len() < right.len();
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    false
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_found_by_its_name_and_by_no_other() {
        for mapping in MAPPINGS {
            for method in mapping.methods {
                assert_eq!(mapping.find(method.name.as_bytes()), Some(method));
                assert_eq!(mapping.find(&method.name.as_bytes()[1..]), None);
                assert_eq!(mapping.find(method.name.to_uppercase().as_bytes()), None);
            }
            assert_eq!(mapping.find(b""), None);
            assert!(std::ptr::eq(of(mapping.protocol).unwrap(), *mapping));
        }
    }
}

//! Deterministic CBOR (RFC 8949 §4.2.1) as it lies on the wire: items with spans, and every way in which an encoding is not the one.
//!
//! [`scan::scan`] reads one item once, without recursion, and says all that is wrong with it; [`walk`] digs in what was scanned.

pub mod fault;
pub mod item;
pub mod scan;
pub mod walk;
mod head;
#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests;

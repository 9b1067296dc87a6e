//! Octets to values and back, with spans.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod cbor;
pub mod json;

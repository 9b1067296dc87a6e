//! The protocol itself: frames, TLVs, handshake, record protection.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod header;
pub mod protection;
pub mod splitter;
pub mod tlv;

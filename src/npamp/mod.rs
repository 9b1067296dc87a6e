//! The protocol itself: frames, TLVs, handshake, record protection.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod control;
pub mod dissect;
pub mod handshake;
pub mod header;
pub mod keyring;
pub mod protection;
pub mod splitter;
pub mod tlv;

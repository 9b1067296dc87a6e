//! What protects the octets under N-PAMP: plain TCP today, with the place for TLS and QUIC; and the key log.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod detect;
pub mod keylog;

//! What protects the octets under N-PAMP. The key log, and the transports that seal.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod hello;
pub mod keylog;
pub mod quic;

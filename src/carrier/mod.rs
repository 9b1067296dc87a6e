//! What protects the octets under N-PAMP. Plain TCP needs nothing but the key log; TLS and QUIC will have their folders here.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod keylog;

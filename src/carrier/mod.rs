//! What protects the octets under N-PAMP: TLS over TCP, QUIC, or nothing; and the key log.
//!
//! A carrier takes what the network delivers and yields [`event::Event`]s: octets of runs in their order, each with the sealed unit
//! it was opened from. It knows nothing of frames.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod alert;
pub mod hello;
pub mod keylog;
pub mod suite;
pub mod reopen;
pub mod seal;
pub mod event;
pub mod facts;
pub mod tls;
pub mod quic;

//! npscope: an interactive traffic analyzer for N-PAMP.
//!
//! The modules stand in the order in which an octet passes them; a module imports only from those above it.

pub mod base;
pub mod spec;
pub mod codec;
pub mod crypto;
pub mod net;
pub mod carrier;
pub mod npamp;
pub mod bridge;
pub mod native;
pub mod session;
pub mod store;
pub mod scenario;
pub mod rules;
pub mod engine;
pub mod source;
pub mod report;
pub mod tui;
pub mod cli;

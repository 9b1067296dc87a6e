//! What is remembered: rows in append-only logs, findings, and the immutable snapshot that readers see.

pub mod finding;
pub mod keys;
pub mod log;
pub mod octets;
pub mod places;
pub mod query;
pub mod row;
pub mod segments;
pub mod snapshot;
pub mod tally;

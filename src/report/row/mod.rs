//! Rows as the contract writes them: one structure an object, its fields in the order of the keys.

pub(super) mod association;
pub(super) mod bridge;
pub(in crate::report) mod effect;
pub(super) mod conformance;
pub(super) mod exchange;
pub(super) mod finding;
pub(super) mod frame;
pub(super) mod gap;
pub(super) mod native;

use serde::Serialize;

/// A value for each direction.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PerDirection {
    pub(super) c2s: u64,
    pub(super) s2c: u64,
}

/// Findings by severity.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PerSeverity {
    pub(super) error: u64,
    pub(super) warning: u64,
    pub(super) note: u64,
}

impl PerSeverity {
    /// From errors, warnings, notes.
    pub(super) const fn new([error, warning, note]: [u64; 3]) -> Self {
        Self { error, warning, note }
    }
}

//! Rules of the layer `capture`.

use super::rule::Rule;

mod gap;
mod overlap_conflict;
mod truncated_packet;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&gap::GAP, &overlap_conflict::OVERLAP_CONFLICT, &truncated_packet::TRUNCATED_PACKET];

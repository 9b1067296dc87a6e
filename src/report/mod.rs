//! Snapshots to octets: one file a format.

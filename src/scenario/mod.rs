//! Builds traffic: frames, handshakes with known keys, TCP wrapping, capture files.

/// Traffic of one or more associations under construction.
#[derive(Debug, Default)]
pub struct Scenario {}

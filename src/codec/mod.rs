//! Octets to values and back, with spans.

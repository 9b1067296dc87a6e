//! JSON as it lies on the wire: exact tokens, spans, and every oddity that a lossy parser would hide.
//!
//! [`scan::scan`] reads a text once and says all that is wrong with it; [`walk`] digs in a text that was scanned.

pub mod number;
pub mod scan;
pub mod text;
pub mod token;
pub mod walk;
mod names;
mod skip;

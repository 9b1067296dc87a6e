//! Snapshots to octets: one file a format. Wire text is escaped here and nowhere behind here.

mod column;
mod context;
mod json;
mod paint;
mod row;

pub mod audit;
pub mod catalogue;
pub mod conformance;
pub mod diagnosis;
pub mod limit;
pub mod list;
pub mod mapping;
pub mod packets;
pub mod rule;
pub mod summary;

pub use context::Context;
pub use paint::Paint;

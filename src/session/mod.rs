//! Meaning over time: associations, channels, exchanges. What is observed becomes facts; rules judge them.

pub mod arrival;
pub mod association;
pub mod evidence;
pub mod carried;
pub mod channel;
pub mod correlator;
pub mod failures;
pub mod ledger;
pub mod lifecycle;
pub mod link;
pub mod moves;
pub mod native;
pub mod rotation;
pub mod styles;
pub mod token;
pub mod tokens;
pub mod tools;

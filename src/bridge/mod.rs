//! Foreign protocols inside the Bridge channel.
//!
//! [`payload::decode`] takes a payload apart; [`carriage`] knows how each class carries a message, [`mapping`] what the
//! methods of each protocol do, [`dialect`] what a protocol says beyond its carriage.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod carriage;
pub mod dialect;
pub mod dissect;
pub mod envelope;
pub mod mapping;
pub mod payload;
pub mod safety;
pub mod stream_control;
pub mod text;
pub mod transport_error;

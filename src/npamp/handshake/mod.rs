//! The four handshake frames [binding §1–§6]: bodies, transcript, key schedule, authentication values.

pub mod message;
pub mod schedule;
pub mod share;
pub mod transcript;
pub mod verify;

//! Native channels: deterministic CBOR bodies, described as data, one file a channel.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub mod body;
pub mod fault;
pub mod dissect;
pub mod hello;
pub mod schema;
mod capability;
mod check;
mod commerce;
mod discovery;
mod immune;
mod interaction;
mod knowledge;
mod memory;
mod sensory;
mod settlement;
mod spatial;
mod stream;
mod telemetry;
mod workflow;

use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use schema::{Companion, FrameSchema};

/// The companions, by channel.
pub static COMPANIONS: &[&Companion] = &[
    &memory::MEMORY,
    &capability::CAPABILITY,
    &immune::IMMUNE,
    &settlement::SETTLEMENT,
    &sensory::SENSORY,
    &telemetry::TELEMETRY,
    &stream::STREAM,
    &commerce::COMMERCE,
    &interaction::INTERACTION,
    &discovery::DISCOVERY,
    &workflow::WORKFLOW,
    &knowledge::KNOWLEDGE,
    &spatial::SPATIAL,
];

/// The companion of a channel.
pub fn companion(channel: Channel) -> Option<&'static Companion> {
    COMPANIONS.iter().copied().find(|companion| companion.channel == channel)
}

/// The schema of a frame type of a native channel.
pub fn schema(channel: Channel, frame_type: FrameType) -> Option<(&'static Companion, &'static FrameSchema)> {
    let companion = companion(channel)?;
    companion.frames.iter().find(|schema| schema.frame_type == frame_type).map(|schema| (companion, schema))
}

/// The schema by which a payload is read; `None` where no companion describes it. On Discovery a Bridge payload may stand instead: it
/// begins with the type of an envelope, as no map does.
pub fn of(channel: Channel, frame_type: FrameType, payload: &[u8]) -> Option<(&'static Companion, &'static FrameSchema)> {
    match channel {
        Channel::BRIDGE => None,
        Channel::CONTROL if frame_type == FrameType::HELLO => hello_schema(),
        Channel::DISCOVERY if payload.starts_with(&[0x00, 0x10]) => None,
        _ => schema(channel, frame_type),
    }
}

/// Whether a companion may describe the payload of such a frame; on Discovery only the payload tells.
pub fn is_described(channel: Channel, frame_type: FrameType) -> bool {
    of(channel, frame_type, &[]).is_some()
}

/// The schema of `HELLO`.
fn hello_schema() -> Option<(&'static Companion, &'static FrameSchema)> {
    hello::HELLO.frames.first().map(|schema| (&hello::HELLO, schema))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests;

//! Rules of the layer `flow`.

use super::rule::Rule;

mod blocked;
mod frame_larger_than_window;
mod limit_exceeded;
mod no_increase;
mod sealed_length;
mod wrong_channel;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &blocked::BLOCKED,
    &frame_larger_than_window::FRAME_LARGER_THAN_WINDOW,
    &limit_exceeded::LIMIT_EXCEEDED,
    &no_increase::NO_INCREASE,
    &sealed_length::SEALED_LENGTH,
    &wrong_channel::WRONG_CHANNEL,
];

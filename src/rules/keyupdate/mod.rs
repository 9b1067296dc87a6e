//! Rules of the layer `keyupdate`.

use super::rule::Rule;

mod ack_unsolicited;
mod ack_wrong_channel;
mod age_exceeded;
mod bytes_exceeded;
mod frames_exceeded;
mod limit_near;
mod sealed_length;
mod sender_stalled;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &ack_unsolicited::ACK_UNSOLICITED,
    &ack_wrong_channel::ACK_WRONG_CHANNEL,
    &age_exceeded::AGE_EXCEEDED,
    &bytes_exceeded::BYTES_EXCEEDED,
    &frames_exceeded::FRAMES_EXCEEDED,
    &limit_near::LIMIT_NEAR,
    &sealed_length::SEALED_LENGTH,
    &sender_stalled::SENDER_STALLED,
];

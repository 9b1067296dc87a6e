//! Rules of the layer `close`.

use super::rule::Rule;

mod ack_missing;
mod ack_unsolicited;
mod frame_after_error;
mod not_drained;
mod payload_not_empty;
mod teardown_under_1s;
mod wrong_channel;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &ack_missing::ACK_MISSING,
    &ack_unsolicited::ACK_UNSOLICITED,
    &frame_after_error::FRAME_AFTER_ERROR,
    &not_drained::NOT_DRAINED,
    &payload_not_empty::PAYLOAD_NOT_EMPTY,
    &teardown_under_1s::TEARDOWN_UNDER_1S,
    &wrong_channel::WRONG_CHANNEL,
];

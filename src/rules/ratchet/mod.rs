//! Rules of the layer `ratchet`.

use super::rule::Rule;

mod ack_unsolicited;
mod frame_after_boundary;
mod generation_skew;
mod key_update_epoch;
mod key_update_marker;
mod key_update_unacked;
mod rekem_overlap;
mod rekem_unanswered;
mod sealed_length;
mod tlv_layout;
mod wrong_channel;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &ack_unsolicited::ACK_UNSOLICITED,
    &frame_after_boundary::FRAME_AFTER_BOUNDARY,
    &generation_skew::GENERATION_SKEW,
    &key_update_epoch::KEY_UPDATE_EPOCH,
    &key_update_marker::KEY_UPDATE_MARKER,
    &key_update_unacked::KEY_UPDATE_UNACKED,
    &rekem_overlap::REKEM_OVERLAP,
    &rekem_unanswered::REKEM_UNANSWERED,
    &sealed_length::SEALED_LENGTH,
    &tlv_layout::TLV_LAYOUT,
    &wrong_channel::WRONG_CHANNEL,
];

//! Rules of the layer `stream`.

use super::rule::Rule;

mod cancel_ack_flag_place;
mod cancel_ack_tail;
mod cancel_ack_unsolicited;
mod cancel_as_error;
mod cancel_cursor_high;
mod cancel_final;
mod cancel_not_acked;
mod control_critical_range;
mod control_flags_reserved;
mod control_frame_pairing;
mod control_length;
mod control_missing;
mod control_undefined;
mod control_version;
mod corr_shared_two_streams;
mod data_after_ack;
mod data_after_cancel;
mod direction_unrequested;
mod end_not_highest;
mod event_not_increasing;
mod event_zero;
mod first_event;
mod no_end;
mod notresumable_context;
mod on_stream_channel;
mod resumable_inconsistent;
mod resume_after_cancel;
mod resume_cursor_high;
mod resume_not_resumable;
mod resume_replayed;
mod resume_reported_success;
mod resume_unknown_corr;
mod second_end;
mod silent_restart;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &cancel_ack_flag_place::CANCEL_ACK_FLAG_PLACE,
    &cancel_ack_tail::CANCEL_ACK_TAIL,
    &cancel_ack_unsolicited::CANCEL_ACK_UNSOLICITED,
    &cancel_as_error::CANCEL_AS_ERROR,
    &cancel_cursor_high::CANCEL_CURSOR_HIGH,
    &cancel_final::CANCEL_FINAL,
    &cancel_not_acked::CANCEL_NOT_ACKED,
    &control_critical_range::CONTROL_CRITICAL_RANGE,
    &control_flags_reserved::CONTROL_FLAGS_RESERVED,
    &control_frame_pairing::CONTROL_FRAME_PAIRING,
    &control_length::CONTROL_LENGTH,
    &control_missing::CONTROL_MISSING,
    &control_undefined::CONTROL_UNDEFINED,
    &control_version::CONTROL_VERSION,
    &corr_shared_two_streams::CORR_SHARED_TWO_STREAMS,
    &data_after_ack::DATA_AFTER_ACK,
    &data_after_cancel::DATA_AFTER_CANCEL,
    &direction_unrequested::DIRECTION_UNREQUESTED,
    &end_not_highest::END_NOT_HIGHEST,
    &event_not_increasing::EVENT_NOT_INCREASING,
    &event_zero::EVENT_ZERO,
    &first_event::FIRST_EVENT,
    &no_end::NO_END,
    &notresumable_context::NOTRESUMABLE_CONTEXT,
    &on_stream_channel::ON_STREAM_CHANNEL,
    &resumable_inconsistent::RESUMABLE_INCONSISTENT,
    &resume_after_cancel::RESUME_AFTER_CANCEL,
    &resume_cursor_high::RESUME_CURSOR_HIGH,
    &resume_not_resumable::RESUME_NOT_RESUMABLE,
    &resume_replayed::RESUME_REPLAYED,
    &resume_reported_success::RESUME_REPORTED_SUCCESS,
    &resume_unknown_corr::RESUME_UNKNOWN_CORR,
    &second_end::SECOND_END,
    &silent_restart::SILENT_RESTART,
];

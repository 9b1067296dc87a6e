//! Rules of the layer `mcp`.

use super::rule::Rule;

mod before_initialize;
mod before_initialized;
mod cancel_foreign_id;
mod cancel_unknown;
mod capability_unnegotiated;
mod direction;
mod http_header;
mod initialize_failed_then_used;
mod initialize_twice;
mod initialized_missing;
mod iserror_as_error;
mod not_jsonrpc;
mod notification_as_request;
mod notification_direction;
mod progress_unknown;
mod reply_after_cancel;
mod request_as_notification;
mod session_on_discovery;
mod state_carried_over;
mod stream_frame;
mod tools_call_shape;
mod unknown_method;
mod unknown_method_rejected;
mod version_changed;
mod version_in_envelope;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &before_initialize::BEFORE_INITIALIZE,
    &before_initialized::BEFORE_INITIALIZED,
    &cancel_foreign_id::CANCEL_FOREIGN_ID,
    &cancel_unknown::CANCEL_UNKNOWN,
    &capability_unnegotiated::CAPABILITY_UNNEGOTIATED,
    &direction::DIRECTION,
    &http_header::HTTP_HEADER,
    &initialize_failed_then_used::INITIALIZE_FAILED_THEN_USED,
    &initialize_twice::INITIALIZE_TWICE,
    &initialized_missing::INITIALIZED_MISSING,
    &iserror_as_error::ISERROR_AS_ERROR,
    &not_jsonrpc::NOT_JSONRPC,
    &notification_as_request::NOTIFICATION_AS_REQUEST,
    &notification_direction::NOTIFICATION_DIRECTION,
    &progress_unknown::PROGRESS_UNKNOWN,
    &reply_after_cancel::REPLY_AFTER_CANCEL,
    &request_as_notification::REQUEST_AS_NOTIFICATION,
    &session_on_discovery::SESSION_ON_DISCOVERY,
    &state_carried_over::STATE_CARRIED_OVER,
    &stream_frame::STREAM_FRAME,
    &tools_call_shape::TOOLS_CALL_SHAPE,
    &unknown_method::UNKNOWN_METHOD,
    &unknown_method_rejected::UNKNOWN_METHOD_REJECTED,
    &version_changed::VERSION_CHANGED,
    &version_in_envelope::VERSION_IN_ENVELOPE,
];

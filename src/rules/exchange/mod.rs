//! Rules of the layer `exchange`.

use super::rule::Rule;

mod error_after_data;
mod method_frame_mismatch;
mod mixed_outcome;
mod reply_after_terminal;
mod reply_before_request;
mod reply_without_request;
mod second_terminal;
pub(super) mod unanswered;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &error_after_data::ERROR_AFTER_DATA,
    &method_frame_mismatch::METHOD_FRAME_MISMATCH,
    &mixed_outcome::MIXED_OUTCOME,
    &reply_after_terminal::REPLY_AFTER_TERMINAL,
    &reply_before_request::REPLY_BEFORE_REQUEST,
    &reply_without_request::REPLY_WITHOUT_REQUEST,
    &second_terminal::SECOND_TERMINAL,
    &unanswered::UNANSWERED,
];

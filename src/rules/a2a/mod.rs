//! Rules of the layer `a2a`.

use super::rule::Rule;

mod end_without_final;
mod error_code_unknown;
mod event_id_mismatch;
mod event_not_response;
mod final_in_data;
mod method_case;
mod push_error_as_transport;
mod resubscribe_corr;
mod sse_framing;
mod stream_as_response;
mod stream_continues_after_final;
mod unary_streamed;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &end_without_final::END_WITHOUT_FINAL,
    &error_code_unknown::ERROR_CODE_UNKNOWN,
    &event_id_mismatch::EVENT_ID_MISMATCH,
    &event_not_response::EVENT_NOT_RESPONSE,
    &final_in_data::FINAL_IN_DATA,
    &method_case::METHOD_CASE,
    &push_error_as_transport::PUSH_ERROR_AS_TRANSPORT,
    &resubscribe_corr::RESUBSCRIBE_CORR,
    &sse_framing::SSE_FRAMING,
    &stream_as_response::STREAM_AS_RESPONSE,
    &stream_continues_after_final::STREAM_CONTINUES_AFTER_FINAL,
    &unary_streamed::UNARY_STREAMED,
];

//! Rules of the layer `a2a`.

use super::rule::Rule;

mod content_type;
mod end_without_final;
mod error_code_unknown;
mod event_id_mismatch;
mod event_not_response;
mod experimental_id;
mod final_in_data;
mod http_in_foreign;
mod method_case;
mod push_error_as_transport;
mod resubscribe_corr;
mod resubscribe_replay;
mod sse_framing;
mod stream_as_response;
mod stream_continues_after_final;
mod unary_streamed;
mod webhook_carried;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &content_type::CONTENT_TYPE,
    &end_without_final::END_WITHOUT_FINAL,
    &error_code_unknown::ERROR_CODE_UNKNOWN,
    &event_id_mismatch::EVENT_ID_MISMATCH,
    &event_not_response::EVENT_NOT_RESPONSE,
    &experimental_id::EXPERIMENTAL_ID,
    &final_in_data::FINAL_IN_DATA,
    &http_in_foreign::HTTP_IN_FOREIGN,
    &method_case::METHOD_CASE,
    &push_error_as_transport::PUSH_ERROR_AS_TRANSPORT,
    &resubscribe_corr::RESUBSCRIBE_CORR,
    &resubscribe_replay::RESUBSCRIBE_REPLAY,
    &sse_framing::SSE_FRAMING,
    &stream_as_response::STREAM_AS_RESPONSE,
    &stream_continues_after_final::STREAM_CONTINUES_AFTER_FINAL,
    &unary_streamed::UNARY_STREAMED,
    &webhook_carried::WEBHOOK_CARRIED,
];

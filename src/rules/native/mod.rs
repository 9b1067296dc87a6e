//! Rules of the layer `native`.

use super::rule::Rule;

mod approval_id;
mod batch_seq;
mod cbor_invalid;
mod commerce_legs;
mod corr_duplicate;
mod corr_shape;
mod credit_ack_raised;
mod credit_exceeded;
mod disco_false_advert;
mod disco_revision;
mod disco_revision_same;
mod effect_fixed;
mod effect_missing;
mod effect_weak;
mod error_code_unknown;
mod error_internal_detail;
mod kind_mismatch;
mod missing_field;
mod negative_key;
mod reply_to_oneway;
mod reply_type;
mod reply_unmatched;
mod second_terminal;
mod settlement_amount;
mod spatial_cells;
mod stream_after_end;
mod stream_empty_data;
mod stream_final;
mod stream_id_parity;
mod stream_overlap;
mod stream_window;
mod telemetry_empty;
mod workflow_seq;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &approval_id::APPROVAL_ID,
    &batch_seq::BATCH_SEQ,
    &cbor_invalid::CBOR_INVALID,
    &commerce_legs::COMMERCE_LEGS,
    &corr_duplicate::CORR_DUPLICATE,
    &corr_shape::CORR_SHAPE,
    &credit_ack_raised::CREDIT_ACK_RAISED,
    &credit_exceeded::CREDIT_EXCEEDED,
    &disco_false_advert::DISCO_FALSE_ADVERT,
    &disco_revision::DISCO_REVISION,
    &disco_revision_same::DISCO_REVISION_SAME,
    &effect_fixed::EFFECT_FIXED,
    &effect_missing::EFFECT_MISSING,
    &effect_weak::EFFECT_WEAK,
    &error_code_unknown::ERROR_CODE_UNKNOWN,
    &error_internal_detail::ERROR_INTERNAL_DETAIL,
    &kind_mismatch::KIND_MISMATCH,
    &missing_field::MISSING_FIELD,
    &negative_key::NEGATIVE_KEY,
    &reply_to_oneway::REPLY_TO_ONEWAY,
    &reply_type::REPLY_TYPE,
    &reply_unmatched::REPLY_UNMATCHED,
    &second_terminal::SECOND_TERMINAL,
    &settlement_amount::SETTLEMENT_AMOUNT,
    &spatial_cells::SPATIAL_CELLS,
    &stream_after_end::STREAM_AFTER_END,
    &stream_empty_data::STREAM_EMPTY_DATA,
    &stream_final::STREAM_FINAL,
    &stream_id_parity::STREAM_ID_PARITY,
    &stream_overlap::STREAM_OVERLAP,
    &stream_window::STREAM_WINDOW,
    &telemetry_empty::TELEMETRY_EMPTY,
    &workflow_seq::WORKFLOW_SEQ,
];

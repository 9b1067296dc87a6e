//! Rules of the layer `toa`.

use super::rule::Rule;

mod batch_on_jsonrpc_class;
mod envelope_verb_mismatch;
mod get_with_body;
mod invalid_call_id;
mod label_by_verb;
mod label_weak_by_verb;
mod name_alphabet;
mod name_colon_variable;
mod name_leading_slash;
mod name_no_verb;
mod name_rest_position;
mod name_underscore_inner;
mod no_404;
mod notfound_code;
mod notification_answered;
mod param_missing;
mod param_missing_accepted;
mod param_nonscalar_variable;
mod param_rest_key;
mod param_rest_value;
mod param_value_slash;
mod params_not_object;
mod query_flat;
mod query_not_object;
mod refusal_data_code;
mod refusal_data_code_shape;
mod result_missing;
mod unknown_code;
mod valid_call_null_id;
mod verb_case;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &batch_on_jsonrpc_class::BATCH_ON_JSONRPC_CLASS,
    &envelope_verb_mismatch::ENVELOPE_VERB_MISMATCH,
    &get_with_body::GET_WITH_BODY,
    &invalid_call_id::INVALID_CALL_ID,
    &label_by_verb::LABEL_BY_VERB,
    &label_weak_by_verb::LABEL_WEAK_BY_VERB,
    &name_alphabet::NAME_ALPHABET,
    &name_colon_variable::NAME_COLON_VARIABLE,
    &name_leading_slash::NAME_LEADING_SLASH,
    &name_no_verb::NAME_NO_VERB,
    &name_rest_position::NAME_REST_POSITION,
    &name_underscore_inner::NAME_UNDERSCORE_INNER,
    &no_404::NO_404,
    &notfound_code::NOTFOUND_CODE,
    &notification_answered::NOTIFICATION_ANSWERED,
    &param_missing::PARAM_MISSING,
    &param_missing_accepted::PARAM_MISSING_ACCEPTED,
    &param_nonscalar_variable::PARAM_NONSCALAR_VARIABLE,
    &param_rest_key::PARAM_REST_KEY,
    &param_rest_value::PARAM_REST_VALUE,
    &param_value_slash::PARAM_VALUE_SLASH,
    &params_not_object::PARAMS_NOT_OBJECT,
    &query_flat::QUERY_FLAT,
    &query_not_object::QUERY_NOT_OBJECT,
    &refusal_data_code::REFUSAL_DATA_CODE,
    &refusal_data_code_shape::REFUSAL_DATA_CODE_SHAPE,
    &result_missing::RESULT_MISSING,
    &unknown_code::UNKNOWN_CODE,
    &valid_call_null_id::VALID_CALL_NULL_ID,
    &verb_case::VERB_CASE,
];

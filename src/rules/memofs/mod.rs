//! Rules of the layer `memofs`.

use super::rule::Rule;

mod code_not_integer;
mod extra_response_members;
mod id_lost;
mod id_type;
mod internal_leak;
mod invalid_accepted;
mod invalid_request_code;
mod method_empty;
mod method_not_found_data;
mod notification_error_reply;
mod notification_result_reply;
mod null_id_treated_as_notification;
mod params_array;
mod params_code;
mod parse_code;
mod request_not_object;
mod result_missing;
mod unknown_code;
mod valid_rejected;
mod version;
mod write_unlabelled;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &code_not_integer::CODE_NOT_INTEGER,
    &extra_response_members::EXTRA_RESPONSE_MEMBERS,
    &id_lost::ID_LOST,
    &id_type::ID_TYPE,
    &internal_leak::INTERNAL_LEAK,
    &invalid_accepted::INVALID_ACCEPTED,
    &invalid_request_code::INVALID_REQUEST_CODE,
    &method_empty::METHOD_EMPTY,
    &method_not_found_data::METHOD_NOT_FOUND_DATA,
    &notification_error_reply::NOTIFICATION_ERROR_REPLY,
    &notification_result_reply::NOTIFICATION_RESULT_REPLY,
    &null_id_treated_as_notification::NULL_ID_TREATED_AS_NOTIFICATION,
    &params_array::PARAMS_ARRAY,
    &params_code::PARAMS_CODE,
    &parse_code::PARSE_CODE,
    &request_not_object::REQUEST_NOT_OBJECT,
    &result_missing::RESULT_MISSING,
    &unknown_code::UNKNOWN_CODE,
    &valid_rejected::VALID_REJECTED,
    &version::VERSION,
    &write_unlabelled::WRITE_UNLABELLED,
];

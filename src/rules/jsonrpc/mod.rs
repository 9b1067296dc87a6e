//! Rules of the layer `jsonrpc`.

use super::rule::Rule;

mod batch;
mod bom;
mod canonicalised;
mod content_type;
mod depth_or_size;
mod duplicate_key;
mod embedded_http;
mod flags;
mod lone_surrogate;
mod method_empty;
mod method_mismatch;
mod method_mismatch_accepted;
mod method_missing;
mod method_rpc_prefix;
mod method_too_long;
mod not_json;
mod not_object;
mod not_utf8;
mod number_overflow;
mod params_lifted;
mod params_type;
mod peer_did_not_match_by_corr;
mod reply_method_present;
mod request_id_big;
mod request_id_fractional;
mod request_id_null;
mod request_id_type;
mod request_no_id;
mod response_missing_id;
mod stream_frame;
mod trailing;
mod version_missing;
mod version_not_rejected;
mod version_wrong;
mod wrong_object;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &batch::BATCH,
    &bom::BOM,
    &canonicalised::CANONICALISED,
    &content_type::CONTENT_TYPE,
    &depth_or_size::DEPTH_OR_SIZE,
    &duplicate_key::DUPLICATE_KEY,
    &embedded_http::EMBEDDED_HTTP,
    &flags::FLAGS,
    &lone_surrogate::LONE_SURROGATE,
    &method_empty::METHOD_EMPTY,
    &method_mismatch::METHOD_MISMATCH,
    &method_mismatch_accepted::METHOD_MISMATCH_ACCEPTED,
    &method_missing::METHOD_MISSING,
    &method_rpc_prefix::METHOD_RPC_PREFIX,
    &method_too_long::METHOD_TOO_LONG,
    &not_json::NOT_JSON,
    &not_object::NOT_OBJECT,
    &not_utf8::NOT_UTF8,
    &number_overflow::NUMBER_OVERFLOW,
    &params_lifted::PARAMS_LIFTED,
    &params_type::PARAMS_TYPE,
    &peer_did_not_match_by_corr::PEER_DID_NOT_MATCH_BY_CORR,
    &reply_method_present::REPLY_METHOD_PRESENT,
    &request_id_big::REQUEST_ID_BIG,
    &request_id_fractional::REQUEST_ID_FRACTIONAL,
    &request_id_null::REQUEST_ID_NULL,
    &request_id_type::REQUEST_ID_TYPE,
    &request_no_id::REQUEST_NO_ID,
    &response_missing_id::RESPONSE_MISSING_ID,
    &stream_frame::STREAM_FRAME,
    &trailing::TRAILING,
    &version_missing::VERSION_MISSING,
    &version_not_rejected::VERSION_NOT_REJECTED,
    &version_wrong::VERSION_WRONG,
    &wrong_object::WRONG_OBJECT,
];

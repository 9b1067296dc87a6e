//! Rules of the layer `bridge`.

use super::rule::Rule;

mod assigned_under_experimental;
mod content_type_04_without_tlv;
mod content_type_mismatch;
mod content_type_unknown;
mod content_type_varies;
mod duplicate_tlv;
mod empty_foreign;
mod envelope_absent;
mod envelope_trailing;
mod envelope_truncated;
mod final_early;
mod final_missing;
mod final_nonstream;
mod flags_reserved;
mod foreign_looks_like_tlv;
mod kind_mismatch;
mod kind_unknown;
mod legit_error_unexplained;
mod malformed_accepted;
mod media_type_enumerable;
mod media_type_invalid;
mod media_type_tlv_with_enumerated;
mod method_control_chars;
mod method_empty_on_request;
mod method_not_utf8;
mod method_on_reply;
mod notify_nonempty_corr;
mod protocol_experimental;
mod protocol_inferred;
mod protocol_null;
mod protocol_null_wrong_code;
mod protocol_private;
mod protocol_unassigned;
mod protocol_unassigned_accepted;
mod ref_boundary_divergence;
mod reply_empty_corr;
mod reply_protocol_differs;
mod request_empty_corr;
mod request_silently_dropped;
mod type_undefined;
mod unknown_tlv;
mod wrong_channel;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &assigned_under_experimental::ASSIGNED_UNDER_EXPERIMENTAL,
    &content_type_04_without_tlv::CONTENT_TYPE_04_WITHOUT_TLV,
    &content_type_mismatch::CONTENT_TYPE_MISMATCH,
    &content_type_unknown::CONTENT_TYPE_UNKNOWN,
    &content_type_varies::CONTENT_TYPE_VARIES,
    &duplicate_tlv::DUPLICATE_TLV,
    &empty_foreign::EMPTY_FOREIGN,
    &envelope_absent::ENVELOPE_ABSENT,
    &envelope_trailing::ENVELOPE_TRAILING,
    &envelope_truncated::ENVELOPE_TRUNCATED,
    &final_early::FINAL_EARLY,
    &final_missing::FINAL_MISSING,
    &final_nonstream::FINAL_NONSTREAM,
    &flags_reserved::FLAGS_RESERVED,
    &foreign_looks_like_tlv::FOREIGN_LOOKS_LIKE_TLV,
    &kind_mismatch::KIND_MISMATCH,
    &kind_unknown::KIND_UNKNOWN,
    &legit_error_unexplained::LEGIT_ERROR_UNEXPLAINED,
    &malformed_accepted::MALFORMED_ACCEPTED,
    &media_type_enumerable::MEDIA_TYPE_ENUMERABLE,
    &media_type_invalid::MEDIA_TYPE_INVALID,
    &media_type_tlv_with_enumerated::MEDIA_TYPE_TLV_WITH_ENUMERATED,
    &method_control_chars::METHOD_CONTROL_CHARS,
    &method_empty_on_request::METHOD_EMPTY_ON_REQUEST,
    &method_not_utf8::METHOD_NOT_UTF8,
    &method_on_reply::METHOD_ON_REPLY,
    &notify_nonempty_corr::NOTIFY_NONEMPTY_CORR,
    &protocol_experimental::PROTOCOL_EXPERIMENTAL,
    &protocol_inferred::PROTOCOL_INFERRED,
    &protocol_null::PROTOCOL_NULL,
    &protocol_null_wrong_code::PROTOCOL_NULL_WRONG_CODE,
    &protocol_private::PROTOCOL_PRIVATE,
    &protocol_unassigned::PROTOCOL_UNASSIGNED,
    &protocol_unassigned_accepted::PROTOCOL_UNASSIGNED_ACCEPTED,
    &ref_boundary_divergence::REF_BOUNDARY_DIVERGENCE,
    &reply_empty_corr::REPLY_EMPTY_CORR,
    &reply_protocol_differs::REPLY_PROTOCOL_DIFFERS,
    &request_empty_corr::REQUEST_EMPTY_CORR,
    &request_silently_dropped::REQUEST_SILENTLY_DROPPED,
    &type_undefined::TYPE_UNDEFINED,
    &unknown_tlv::UNKNOWN_TLV,
    &wrong_channel::WRONG_CHANNEL,
];

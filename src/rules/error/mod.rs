//! Rules of the layer `error`.

use super::rule::Rule;

mod ambiguous;
mod body_malformed;
mod both_members;
mod code_context_mismatch;
mod code_is_transport;
mod code_named_transport;
pub(super) mod code_not_integer;
mod code_out_of_range;
mod code_reserved;
mod code_unassigned;
mod codes_collapsed_single;
mod empty_slot;
mod error_carries_result;
mod extra_members;
mod fabricated_name;
mod fabricated_style;
mod free_text;
mod message_not_string;
mod missing_before_abort;
mod neither_member;
mod reply_to_error;
mod response_carries_error;
mod transport_code_unknown;
mod transport_code_wrong_class;
mod transport_holds_json;
mod transport_holds_jsonrpc_code;
mod transport_layout_nonreference;
mod transport_malformed;
mod transport_message_detail;
mod transport_message_not_utf8;
mod unjustified_protocolunsupported;
mod unsealed;
mod wrong_channel;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &ambiguous::AMBIGUOUS,
    &body_malformed::BODY_MALFORMED,
    &both_members::BOTH_MEMBERS,
    &code_context_mismatch::CODE_CONTEXT_MISMATCH,
    &code_is_transport::CODE_IS_TRANSPORT,
    &code_named_transport::CODE_NAMED_TRANSPORT,
    &code_not_integer::CODE_NOT_INTEGER,
    &code_out_of_range::CODE_OUT_OF_RANGE,
    &code_reserved::CODE_RESERVED,
    &code_unassigned::CODE_UNASSIGNED,
    &codes_collapsed_single::CODES_COLLAPSED_SINGLE,
    &empty_slot::EMPTY_SLOT,
    &error_carries_result::ERROR_CARRIES_RESULT,
    &extra_members::EXTRA_MEMBERS,
    &fabricated_name::FABRICATED_NAME,
    &fabricated_style::FABRICATED_STYLE,
    &free_text::FREE_TEXT,
    &message_not_string::MESSAGE_NOT_STRING,
    &missing_before_abort::MISSING_BEFORE_ABORT,
    &neither_member::NEITHER_MEMBER,
    &reply_to_error::REPLY_TO_ERROR,
    &response_carries_error::RESPONSE_CARRIES_ERROR,
    &transport_code_unknown::TRANSPORT_CODE_UNKNOWN,
    &transport_code_wrong_class::TRANSPORT_CODE_WRONG_CLASS,
    &transport_holds_json::TRANSPORT_HOLDS_JSON,
    &transport_holds_jsonrpc_code::TRANSPORT_HOLDS_JSONRPC_CODE,
    &transport_layout_nonreference::TRANSPORT_LAYOUT_NONREFERENCE,
    &transport_malformed::TRANSPORT_MALFORMED,
    &transport_message_detail::TRANSPORT_MESSAGE_DETAIL,
    &transport_message_not_utf8::TRANSPORT_MESSAGE_NOT_UTF8,
    &unjustified_protocolunsupported::UNJUSTIFIED_PROTOCOLUNSUPPORTED,
    &unsealed::UNSEALED,
    &wrong_channel::WRONG_CHANNEL,
];

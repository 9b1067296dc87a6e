//! Rules of the layer `map`.

use super::rule::Rule;

mod agentscript_json_label;
mod agui_end_type;
mod agui_method;
mod agui_run_response;
mod agui_runerror_as_bridge_error;
mod ap2_scope_leak;
mod assigned_protocol_under_other_id;
mod lmos_error_frame;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &agentscript_json_label::AGENTSCRIPT_JSON_LABEL,
    &agui_end_type::AGUI_END_TYPE,
    &agui_method::AGUI_METHOD,
    &agui_run_response::AGUI_RUN_RESPONSE,
    &agui_runerror_as_bridge_error::AGUI_RUNERROR_AS_BRIDGE_ERROR,
    &ap2_scope_leak::AP2_SCOPE_LEAK,
    &assigned_protocol_under_other_id::ASSIGNED_PROTOCOL_UNDER_OTHER_ID,
    &lmos_error_frame::LMOS_ERROR_FRAME,
];

//! Rules of the layer `safety`.

use super::rule::Rule;

mod annotation_relaxed;
mod disco_contradicts_annotation;
mod disco_effect_weaker;
mod doc_reply_missing;
mod doc_reply_not_readonly;
mod effect_unknown;
mod failsafe_applied;
mod method_evasion;
mod missing_must;
mod missing_should;
mod missing_tool_mutating;
mod missing_tool_readonly;
mod missing_tool_unseen;
mod missing_unknown_method;
mod on_notify;
mod on_reply;
mod policy_without_risk;
mod readonly_but_destructive_name;
mod resume_missing;
mod scope_not_utf8;
mod stronger;
mod tool_ambiguous;
mod tool_list_stale;
mod tool_weaker;
mod tool_weaker_unseen;
mod trailing;
mod truncated;
mod weaker;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &annotation_relaxed::ANNOTATION_RELAXED,
    &disco_contradicts_annotation::DISCO_CONTRADICTS_ANNOTATION,
    &disco_effect_weaker::DISCO_EFFECT_WEAKER,
    &doc_reply_missing::DOC_REPLY_MISSING,
    &doc_reply_not_readonly::DOC_REPLY_NOT_READONLY,
    &effect_unknown::EFFECT_UNKNOWN,
    &failsafe_applied::FAILSAFE_APPLIED,
    &method_evasion::METHOD_EVASION,
    &missing_must::MISSING_MUST,
    &missing_should::MISSING_SHOULD,
    &missing_tool_mutating::MISSING_TOOL_MUTATING,
    &missing_tool_readonly::MISSING_TOOL_READONLY,
    &missing_tool_unseen::MISSING_TOOL_UNSEEN,
    &missing_unknown_method::MISSING_UNKNOWN_METHOD,
    &on_notify::ON_NOTIFY,
    &on_reply::ON_REPLY,
    &policy_without_risk::POLICY_WITHOUT_RISK,
    &readonly_but_destructive_name::READONLY_BUT_DESTRUCTIVE_NAME,
    &resume_missing::RESUME_MISSING,
    &scope_not_utf8::SCOPE_NOT_UTF8,
    &stronger::STRONGER,
    &tool_ambiguous::TOOL_AMBIGUOUS,
    &tool_list_stale::TOOL_LIST_STALE,
    &tool_weaker::TOOL_WEAKER,
    &tool_weaker_unseen::TOOL_WEAKER_UNSEEN,
    &trailing::TRAILING,
    &truncated::TRUNCATED,
    &weaker::WEAKER,
];

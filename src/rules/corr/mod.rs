//! Rules of the layer `corr`.

use super::rule::Rule;

mod by_sequence;
mod derived_collision;
mod derived_wrong;
mod direction;
mod duplicate_outstanding;
mod duplicate_outstanding_id;
mod echo_truncated;
mod error_null_id_unjustified;
mod id_mismatch;
mod id_precision_lost;
mod id_token_changed;
mod id_type_changed;
mod not_derived;
mod null_id_shared;
mod success_null_id;
mod swapped;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &by_sequence::BY_SEQUENCE,
    &derived_collision::DERIVED_COLLISION,
    &derived_wrong::DERIVED_WRONG,
    &direction::DIRECTION,
    &duplicate_outstanding::DUPLICATE_OUTSTANDING,
    &duplicate_outstanding_id::DUPLICATE_OUTSTANDING_ID,
    &echo_truncated::ECHO_TRUNCATED,
    &error_null_id_unjustified::ERROR_NULL_ID_UNJUSTIFIED,
    &id_mismatch::ID_MISMATCH,
    &id_precision_lost::ID_PRECISION_LOST,
    &id_token_changed::ID_TOKEN_CHANGED,
    &id_type_changed::ID_TYPE_CHANGED,
    &not_derived::NOT_DERIVED,
    &null_id_shared::NULL_ID_SHARED,
    &success_null_id::SUCCESS_NULL_ID,
    &swapped::SWAPPED,
];

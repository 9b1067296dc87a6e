//! Rules of the layer `hello`.

use super::rule::Rule;

mod bad_cbor;
mod before_finished;
mod directory_data;
mod duplicate;
mod negative_key;
mod no_grease;
mod not_first;
mod outside_not_refused;
mod outside_selection;
mod version_mismatch;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &bad_cbor::BAD_CBOR,
    &before_finished::BEFORE_FINISHED,
    &directory_data::DIRECTORY_DATA,
    &duplicate::DUPLICATE,
    &negative_key::NEGATIVE_KEY,
    &no_grease::NO_GREASE,
    &not_first::NOT_FIRST,
    &outside_not_refused::OUTSIDE_NOT_REFUSED,
    &outside_selection::OUTSIDE_SELECTION,
    &version_mismatch::VERSION_MISMATCH,
];

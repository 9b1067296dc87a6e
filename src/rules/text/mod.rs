//! Rules of the layer `text`.

use super::rule::Rule;

mod invalid;
mod suspicious;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&invalid::INVALID, &suspicious::SUSPICIOUS];

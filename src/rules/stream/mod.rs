//! Rules of the layer `stream`.

use super::rule::Rule;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[];

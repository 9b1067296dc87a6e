//! Rules of the layer `text`.

use super::rule::Rule;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[];

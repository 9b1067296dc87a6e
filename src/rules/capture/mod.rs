//! Rules of the layer `capture`.

use super::rule::Rule;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[];

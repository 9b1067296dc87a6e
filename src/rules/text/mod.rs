//! Rules of the layer `text`.

use super::rule::Rule;

mod suspicious;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&suspicious::SUSPICIOUS];

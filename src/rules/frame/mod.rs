//! Rules of the layer `frame`.

use super::rule::Rule;

mod reserved_nonzero;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&reserved_nonzero::RESERVED_NONZERO];

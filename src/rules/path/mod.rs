//! Rules of the layer `path`.

use super::rule::Rule;

mod on_tcp;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&on_tcp::ON_TCP];

//! Rules of the layer `generation`.

use super::rule::Rule;

mod alpn_content_conflict;
mod other_alpn_mixed;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&alpn_content_conflict::ALPN_CONTENT_CONFLICT, &other_alpn_mixed::OTHER_ALPN_MIXED];

//! Rules of the layer `notify`.

use super::rule::Rule;

mod awaited;
mod failure_reported;
mod has_id;
mod replied;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&awaited::AWAITED, &failure_reported::FAILURE_REPORTED, &has_id::HAS_ID, &replied::REPLIED];

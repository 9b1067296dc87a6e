//! Rules of the layer `replay`.

use super::rule::Rule;

mod below_window;
mod error_sent_for_discard;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&below_window::BELOW_WINDOW, &error_sent_for_discard::ERROR_SENT_FOR_DISCARD];

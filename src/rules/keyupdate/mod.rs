//! Rules of the layer `keyupdate`.

use super::rule::Rule;

mod ack_unsolicited;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[&ack_unsolicited::ACK_UNSOLICITED];

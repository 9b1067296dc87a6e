//! Rules of the layer `tlv`.

use super::rule::Rule;

mod anomaly_charge_retired;
mod path_tlv_retired;
mod protection_mode_used;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] =
    &[&anomaly_charge_retired::ANOMALY_CHARGE_RETIRED, &path_tlv_retired::PATH_TLV_RETIRED, &protection_mode_used::PROTECTION_MODE_USED];

//! Rules of the layer `record`.

use super::rule::Rule;

mod aad_not_prefix;
mod close_forged;
mod early_data;
mod frame_after_rotation_old_key;
mod key_missing;
mod key_wrong;
mod label_prefix_tls13;
mod no_key_update;
mod nonce_reuse;
mod nonce_variant;
mod open_failed;
mod open_wrong_scope;
mod replay;
mod seq_backward;
mod seq_exhausted;
mod seq_gap;
mod seq_no_reset;
mod seq_start;
mod suite_selection;
mod suite_unnegotiated;
mod teardown_on_unauthenticated;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &aad_not_prefix::AAD_NOT_PREFIX,
    &close_forged::CLOSE_FORGED,
    &early_data::EARLY_DATA,
    &frame_after_rotation_old_key::FRAME_AFTER_ROTATION_OLD_KEY,
    &key_missing::KEY_MISSING,
    &key_wrong::KEY_WRONG,
    &label_prefix_tls13::LABEL_PREFIX_TLS13,
    &no_key_update::NO_KEY_UPDATE,
    &nonce_reuse::NONCE_REUSE,
    &nonce_variant::NONCE_VARIANT,
    &open_failed::OPEN_FAILED,
    &open_wrong_scope::OPEN_WRONG_SCOPE,
    &replay::REPLAY,
    &seq_backward::SEQ_BACKWARD,
    &seq_exhausted::SEQ_EXHAUSTED,
    &seq_gap::SEQ_GAP,
    &seq_no_reset::SEQ_NO_RESET,
    &seq_start::SEQ_START,
    &suite_selection::SUITE_SELECTION,
    &suite_unnegotiated::SUITE_UNNEGOTIATED,
    &teardown_on_unauthenticated::TEARDOWN_ON_UNAUTHENTICATED,
];

//! Rules of the layer `handshake`.

use super::rule::Rule;

mod aead_offer_incomplete;
mod aeadselect_count;
mod aeadselect_duplicate;
mod aeadselect_length;
mod aes_not_offered;
mod app_before_auth;
mod auth_sealed_length;
mod auth_suite;
mod certverify_bad;
mod certverify_scheme;
mod codepoint_unknown;
mod finished_bad;
mod finished_size;
mod gen2_kem1024;
mod identity_reflected;
mod identity_size;
mod incomplete;
mod kem_below_profile;
mod kem_ct_size;
mod kem_order;
mod kem_share_size;
mod kem_share_vs_select;
mod nonzero_seq;
mod offer_duplicate;
mod offer_empty;
mod out_of_order;
mod p384_point_form;
mod pre_key_error;
mod profile_downgrade;
mod profile_reserved;
mod select_not_offered;
mod sig_not_allowed;
mod sig_reserved_offered;
mod sig_reserved_selected;
mod signature_unverifiable;
mod timeout_exceeded;
mod tlv_set;
mod wrong_channel;
mod x25519_lowest_order;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &aead_offer_incomplete::AEAD_OFFER_INCOMPLETE,
    &aeadselect_count::AEADSELECT_COUNT,
    &aeadselect_duplicate::AEADSELECT_DUPLICATE,
    &aeadselect_length::AEADSELECT_LENGTH,
    &aes_not_offered::AES_NOT_OFFERED,
    &app_before_auth::APP_BEFORE_AUTH,
    &auth_sealed_length::AUTH_SEALED_LENGTH,
    &auth_suite::AUTH_SUITE,
    &certverify_bad::CERTVERIFY_BAD,
    &certverify_scheme::CERTVERIFY_SCHEME,
    &codepoint_unknown::CODEPOINT_UNKNOWN,
    &finished_bad::FINISHED_BAD,
    &finished_size::FINISHED_SIZE,
    &gen2_kem1024::GEN2_KEM1024,
    &identity_reflected::IDENTITY_REFLECTED,
    &identity_size::IDENTITY_SIZE,
    &incomplete::INCOMPLETE,
    &kem_below_profile::KEM_BELOW_PROFILE,
    &kem_ct_size::KEM_CT_SIZE,
    &kem_order::KEM_ORDER,
    &kem_share_size::KEM_SHARE_SIZE,
    &kem_share_vs_select::KEM_SHARE_VS_SELECT,
    &nonzero_seq::NONZERO_SEQ,
    &offer_duplicate::OFFER_DUPLICATE,
    &offer_empty::OFFER_EMPTY,
    &out_of_order::OUT_OF_ORDER,
    &p384_point_form::P384_POINT_FORM,
    &pre_key_error::PRE_KEY_ERROR,
    &profile_downgrade::PROFILE_DOWNGRADE,
    &profile_reserved::PROFILE_RESERVED,
    &select_not_offered::SELECT_NOT_OFFERED,
    &sig_not_allowed::SIG_NOT_ALLOWED,
    &sig_reserved_offered::SIG_RESERVED_OFFERED,
    &sig_reserved_selected::SIG_RESERVED_SELECTED,
    &signature_unverifiable::SIGNATURE_UNVERIFIABLE,
    &timeout_exceeded::TIMEOUT_EXCEEDED,
    &tlv_set::TLV_SET,
    &wrong_channel::WRONG_CHANNEL,
    &x25519_lowest_order::X25519_LOWEST_ORDER,
];

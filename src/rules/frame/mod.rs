//! Rules of the layer `frame`.

use super::rule::Rule;

mod bad_crc;
mod bad_magic;
mod bad_version;
mod flag_comp;
mod flag_enc_missing;
mod flag_enc_on_hello;
mod flag_frag;
mod hello_flags;
mod length_mismatch;
mod reserved_flag_urg;
mod reserved_nonzero;
mod sealed_too_short;
mod tlv_bad_fixed_length;
mod tlv_count_over_64;
mod tlv_critical_unknown;
mod tlv_handshake_only;
mod tlv_truncated;
mod type_band_foreign;
mod type_future_core;
mod type_reserved_undefined;
mod type_unknown_app;
mod type_zero;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &bad_crc::BAD_CRC,
    &bad_magic::BAD_MAGIC,
    &bad_version::BAD_VERSION,
    &flag_comp::FLAG_COMP,
    &flag_enc_missing::FLAG_ENC_MISSING,
    &flag_enc_on_hello::FLAG_ENC_ON_HELLO,
    &flag_frag::FLAG_FRAG,
    &hello_flags::HELLO_FLAGS,
    &length_mismatch::LENGTH_MISMATCH,
    &reserved_flag_urg::RESERVED_FLAG_URG,
    &reserved_nonzero::RESERVED_NONZERO,
    &sealed_too_short::SEALED_TOO_SHORT,
    &tlv_bad_fixed_length::TLV_BAD_FIXED_LENGTH,
    &tlv_count_over_64::TLV_COUNT_OVER_64,
    &tlv_critical_unknown::TLV_CRITICAL_UNKNOWN,
    &tlv_handshake_only::TLV_HANDSHAKE_ONLY,
    &tlv_truncated::TLV_TRUNCATED,
    &type_band_foreign::TYPE_BAND_FOREIGN,
    &type_future_core::TYPE_FUTURE_CORE,
    &type_reserved_undefined::TYPE_RESERVED_UNDEFINED,
    &type_unknown_app::TYPE_UNKNOWN_APP,
    &type_zero::TYPE_ZERO,
];

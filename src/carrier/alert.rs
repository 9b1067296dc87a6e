//! Names of the alerts of TLS.

/// The name of a fatal alert [RFC 8446 §6]; empty for a number that has none.
pub const fn name(description: u8) -> &'static str {
    match description {
        10 => "unexpected_message",
        20 => "bad_record_mac",
        22 => "record_overflow",
        40 => "handshake_failure",
        42 => "bad_certificate",
        43 => "unsupported_certificate",
        44 => "certificate_revoked",
        45 => "certificate_expired",
        46 => "certificate_unknown",
        47 => "illegal_parameter",
        48 => "unknown_ca",
        49 => "access_denied",
        50 => "decode_error",
        51 => "decrypt_error",
        70 => "protocol_version",
        71 => "insufficient_security",
        80 => "internal_error",
        86 => "inappropriate_fallback",
        90 => "user_canceled",
        109 => "missing_extension",
        110 => "unsupported_extension",
        112 => "unrecognized_name",
        113 => "bad_certificate_status_response",
        115 => "unknown_psk_identity",
        116 => "certificate_required",
        120 => "no_application_protocol",
        _ => "",
    }
}

/// An alert for people: its name, if it has one, and its number.
pub fn text(description: u8) -> String {
    match name(description) {
        "" => format!("alert {description}"),
        name => format!("{name} ({description})"),
    }
}

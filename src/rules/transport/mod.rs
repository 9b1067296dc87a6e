//! Rules of the layer `transport`.

use crate::base::text::show;
use crate::carrier::facts::Facts;

use super::rule::Rule;

mod abrupt_end;
mod alpn_deprecated;
mod alpn_wrong;
mod data_after_close;
mod desync;
mod interleaved_garbage;
mod oversize_frame;
mod path_response_missing;
mod tls_version;
mod truncated_frame;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &abrupt_end::ABRUPT_END,
    &alpn_deprecated::ALPN_DEPRECATED,
    &alpn_wrong::ALPN_WRONG,
    &data_after_close::DATA_AFTER_CLOSE,
    &desync::DESYNC,
    &interleaved_garbage::INTERLEAVED_GARBAGE,
    &oversize_frame::OVERSIZE_FRAME,
    &path_response_missing::PATH_RESPONSE_MISSING,
    &tls_version::TLS_VERSION,
    &truncated_frame::TRUNCATED_FRAME,
];

/// The protocols that a client offers, as evidence.
fn offer(facts: &Facts) -> String {
    facts.alpn_offered.iter().map(|name| show(name)).collect::<Vec<_>>().join(", ")
}

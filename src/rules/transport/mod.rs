//! Rules of the layer `transport`.

use super::rule::Rule;

mod abrupt_end;
mod data_after_close;
mod desync;
mod interleaved_garbage;
mod oversize_frame;
mod path_response_missing;
mod truncated_frame;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &abrupt_end::ABRUPT_END,
    &data_after_close::DATA_AFTER_CLOSE,
    &desync::DESYNC,
    &interleaved_garbage::INTERLEAVED_GARBAGE,
    &oversize_frame::OVERSIZE_FRAME,
    &path_response_missing::PATH_RESPONSE_MISSING,
    &truncated_frame::TRUNCATED_FRAME,
];

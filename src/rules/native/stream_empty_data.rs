//! `native/stream-empty-data`

use crate::native::schema::Role;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a frame with octets of a sub-stream has some, unless it ends its direction.
    /// ## Why it matters
    /// A frame that says nothing costs as much as one that does.
    /// ## What to do
    /// Send nothing, or set `fin`.
    pub static STREAM_EMPTY_DATA = {
        id: "native/stream-empty-data", severity: Error, certainty: Certain,
        clause: Must STREAM "5.2", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "no octets, and no end" => 1, |s| { s.native(C2s, NativeSpec::stream_open(0, 9)).native(C2s, NativeSpec::stream_data(0, 0, 0)); };
            "no octets, and the end" => 0, |s| { s.native(C2s, NativeSpec::stream_open(0, 9)).native(C2s, NativeSpec::stream_data(0, 0, 0).int(4, 1)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let body = native.body;
    let empty = body.schema.role == Role::Data && body.bytes("data").is_some_and(<[u8]>::is_empty);
    if empty && body.uint("flags").unwrap_or_default() == 0 && is_readable(native) {
        sink.report(native.place_of("data"), "the frame carries no octets and does not end its direction");
    }
}

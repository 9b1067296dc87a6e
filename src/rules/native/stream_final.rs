//! `native/stream-final`

use crate::native::schema::Role;
use crate::rules::bodies::{hears_other_side, is_readable, whole};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Place;

declare_rule! {
    /// ## What it checks
    /// That the end of a streamed reply of Memory or Knowledge says `final`, and that no page follows it.
    /// ## Why it matters
    /// The requester waits for more, or has stopped listening.
    /// ## What to do
    /// Set `final` in the end frame, and send it last.
    pub static STREAM_FINAL = {
        id: "native/stream-final", severity: Error, certainty: Certain,
        clause: Must NATIVE "7", scope: Exchange, fault: Responder,
        check: Native(check),
        fixtures: [
            "an end that is not final" => 1, |s| {
                s.native(C2s, NativeSpec::memory_retrieve("c")).native(S2c, NativeSpec::memory_page("c"));
                s.native(S2c, NativeSpec::memory_pages_end("c").flag(3, false));
            };
            "a page after the end" => 1, |s| {
                s.native(C2s, NativeSpec::memory_retrieve("c")).native(S2c, NativeSpec::memory_pages_end("c")).native(S2c, NativeSpec::memory_page("c"));
            };
            "an end without a page before it" => 0, |s| {
                s.native(C2s, NativeSpec::memory_retrieve("c")).native(S2c, NativeSpec::memory_pages_end("c"));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    if native.body.schema.role == Role::End && native.body.bool("final") == Some(false) && is_readable(native) {
        sink.report(native.place_of("final"), format!("{} does not say that it is final", native.name()));
    }
    if let Place::AfterEnd { end } = native.link.place
        && hears_other_side(native)
    {
        sink.report(whole(native), format!("{} follows the end of its stream", native.name())).peer(end);
    }
}

//! `frame/flag-comp`

use crate::npamp::header::flag;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether COMP is set.
    /// ## Why it matters
    /// No draft names the compression, so nobody but the sender's own kind can read the payload. It is not decoded here either.
    /// ## What to do
    /// Send payloads uncompressed.
    pub static FLAG_COMP = {
        id: "frame/flag-comp", severity: Note, certainty: Certain,
        clause: May CORE "4.3 (A-50)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a sealed frame with COMP" => 1, |s| { s.frame(C2s, NativeSpec::memory_read("c").build().flags(6)); };
            "a sealed frame without it" => 0, |s| { s.frame(C2s, NativeSpec::memory_read("c").build().flags(2)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.header.has(flag::COMP) && !frame.is_hello() {
        sink.report(header(4, 5), "COMP is set, and no draft defines the compression").evidence("flags", frame.header.flags);
    }
}

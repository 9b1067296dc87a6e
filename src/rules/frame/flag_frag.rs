//! `frame/flag-frag`

use crate::npamp::header::flag;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether FRAG is set. Generation 2 names the flag without saying how fragments are joined; generation 3 reserves the bit.
    /// ## Why it matters
    /// The message cannot be put together by any rule of the drafts.
    /// ## What to do
    /// Send messages whole, or as a stream of the carriage class.
    pub static FLAG_FRAG = {
        id: "frame/flag-frag", severity: Note, severity3: Error, certainty: Certain,
        clause: May CORE "4.3 (A-50); 4.4 (generation 3)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a sealed frame with FRAG" => 1, |s| { s.frame(C2s, NativeSpec::memory_read("c").build().flags(10)); };
            "a sealed frame with URG only, in generation 2" => 0, |s| { s.frame(C2s, NativeSpec::memory_read("c").build().flags(3)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.header.has(flag::FRAG) && !frame.is_hello() {
        sink.report(header(4, 5), "FRAG is set, and no draft defines how fragments are joined").evidence("flags", frame.header.flags);
    }
}

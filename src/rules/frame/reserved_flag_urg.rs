//! `frame/reserved-flag-urg`

use crate::npamp::header::flag;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that bit 0x01 of octet 4 is clear. In generation 2 it is URG and means something.
    /// ## Why it matters
    /// The bit is reserved: a receiver of generation 3 must reject the frame.
    /// ## What to do
    /// Do not carry URG over from generation 2.
    pub static RESERVED_FLAG_URG = {
        id: "frame/reserved-flag-urg", severity: Error, certainty: Certain,
        clause: Must CORE "4.4 (generation 3)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "URG in generation 3" => 1, |s| { s.generation(Generation::Three).frame(C2s, NativeSpec::memory_read("c").build().flags(3)); };
            "URG in generation 2" => 0, |s| { s.frame(C2s, NativeSpec::memory_read("c").build().flags(3)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.association.is_gen3() && frame.header.has(flag::URG) && !frame.is_hello() {
        sink.report(header(4, 5), "bit 0x01 of octet 4 is set, which generation 3 reserves").evidence("flags", frame.header.flags);
    }
}

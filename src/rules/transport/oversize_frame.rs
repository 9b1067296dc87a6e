//! `transport/oversize-frame`

use crate::base::text::grouped;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::facts::LARGEST_FRAME;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That header and payload together have at most 16,777,216 octets: the reference limit, and a MUST of generation 3.
    /// ## Why it matters
    /// A receiver that keeps the limit closes the connection; one that does not can be made to hold any amount of memory.
    /// ## What to do
    /// Split the message, or carry it as a stream.
    pub static OVERSIZE_FRAME = {
        id: "transport/oversize-frame", severity: Note, severity3: Error, certainty: Certain,
        clause: Must REFERENCE "conn.go; CORE 11.7 (generation 3)", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a header that declares 32 MiB" => 1 also ["transport/truncated-frame"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).length(32 << 20));
            };
            "a payload of 60,000 octets" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c").bytes(99, &[0; 60_000])); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.is_oversize() {
        let length = frame.header.frame_len();
        let message = format!("the frame has {} octets, more than {}", grouped(length), grouped(LARGEST_FRAME));
        sink.report(header(17, 21), message).evidence("length", length).evidence("limit", LARGEST_FRAME);
    }
}

//! `transport/truncated-frame`

use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;
use crate::store::finding::Severity;
use crate::store::row::End;

declare_rule! {
    /// ## What it checks
    /// That a stream does not end inside a frame. A reset is only a warning; the end of the capture is a note.
    /// ## Why it matters
    /// The last message never arrived whole, although its sender closed the stream in order.
    /// ## What to do
    /// Write the rest of the frame before closing, or compare the declared length with what was written.
    pub static TRUNCATED_FRAME = {
        id: "transport/truncated-frame", severity: Error, certainty: Certain,
        clause: Must CORE "4.1", scope: Frame, fault: Sender,
        check: Stream(check),
        fixtures: [
            "the client ends its stream inside a payload" => 1 also ["transport/abrupt-end"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).length(400)).fin(C2s).fin(S2c);
            };
            "the last frame fills the stream exactly" => 0, |s| { s.ping(C2s).close(); };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    let StreamFact::Truncated { have, need, end } = stream.fact else { return };
    let (severity, how) = match end {
        End::CaptureEnd => (Severity::Note, "the capture ends"),
        End::Rst => (Severity::Warning, "the connection was reset"),
        End::Fin | End::Close => (Severity::Error, "the stream ends"),
    };
    let message = format!("{how} inside a frame of the {}: {have} of {need} octets came", stream.direction.sender());
    sink.report(None, message).severity(severity).evidence("present", have).evidence("declared", need);
}

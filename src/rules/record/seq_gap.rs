//! `record/seq-gap`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;

declare_rule! {
    /// ## What it checks
    /// That sequence numbers of a channel direction follow one another. Holes in the capture explain a jump and silence the rule.
    /// ## Why it matters
    /// The reference receiver rejects the frame; another one shows that frames were numbered and never sent, or were removed.
    /// ## What to do
    /// Number a frame when it is written, not when it is built.
    pub static SEQ_GAP = {
        id: "record/seq-gap", severity: Warning, severity3: Note, certainty: Certain,
        clause: Should CORE "5", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "three numbers are skipped" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(4)).ping(C2s); };
            "the frame between was lost by the capture" => 0, |s| {
                s.ping(C2s).lose_next(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING)).ping(C2s).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::Gap { expected } = frame.sequence else { return };
    if frame.header.seq == u64::MAX || frame.opening.probe.is_some() {
        return;
    }
    let message = format!("sequence number {} follows where {expected} was due", frame.header.seq);
    sink.report(header(9, 17), message).evidence("expected", expected).evidence("got", frame.header.seq);
}

//! `record/seq-backward`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;

declare_rule! {
    /// ## What it checks
    /// That no frame has a number that was skipped before: an ordered stream cannot deliver it late.
    /// ## Why it matters
    /// A receiver that counts rejects it; the number may also have been used in a part of the stream that nobody saw.
    /// ## What to do
    /// Number frames in the order in which they are written.
    pub static SEQ_BACKWARD = {
        id: "record/seq-backward", severity: Error, certainty: Certain,
        clause: Must CORE "5", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a skipped number comes later" => 1 also ["record/seq-gap"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(2));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(1));
            };
            "a ratchet step begins at 0 again" => 0, |s| { s.ping(C2s).ping(C2s).master_ratchet(C2s).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::Backward { expected } = frame.sequence else { return };
    let message = format!("sequence number {} comes after {} was due", frame.header.seq, expected);
    sink.report(header(9, 17), message).evidence("expected", expected).evidence("got", frame.header.seq);
}

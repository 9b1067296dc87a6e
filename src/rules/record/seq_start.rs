//! `record/seq-start`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;

declare_rule! {
    /// ## What it checks
    /// That the first frame of a channel direction has sequence number 0, where nothing before it can have been missed.
    /// ## Why it matters
    /// A receiver that counts rejects it.
    /// ## What to do
    /// Count every channel of a direction from 0.
    pub static SEQ_START = {
        id: "record/seq-start", severity: Warning, severity3: Error, certainty: Certain,
        clause: Must CORE "4.2", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the first frame on Memory has number 1" => 1, |s| { s.ping(C2s).frame(C2s, NativeSpec::memory_read("c").build().seq(1)); };
            "the capture begins later" => 0, |s| { s.late().frame(C2s, NativeSpec::memory_read("c").build().seq(9)); };
            "Control counts from 0 again behind the handshake" => 0, |s| { s.ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::StartsAbove(seq) = frame.sequence else { return };
    if seq != u64::MAX && frame.opening.probe.is_none() {
        let message =
            format!("the first frame of the {} on {} has sequence number {seq}", frame.direction.sender(), frame.header.channel.label());
        sink.report(header(9, 17), message).evidence("seq", seq);
    }
}

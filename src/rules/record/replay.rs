//! `record/replay`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That no frame comes twice. Retransmitted TCP segments are removed before; this is about the stream itself.
    /// ## Why it matters
    /// Somebody sends a recorded frame again. A receiver with a replay window drops it, another executes the request twice.
    /// ## What to do
    /// Find out who wrote the second copy. Equal octets may also come from a tap that joins two links, hence a warning only.
    pub static REPLAY = {
        id: "record/replay", severity: Warning, certainty: Certain,
        clause: Must CORE "5", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the octets of a sealed frame come again" => 1, |s| {
                s.ping(C2s).frame(C2s, NativeSpec::memory_read("c").build());
                s.frame(C2s, NativeSpec::memory_read("c").build().seq(0));
            };
            "TCP retransmits the segment of a frame" => 0, |s| { s.ping(C2s).duplicate_last().ping(C2s); };
            "a key update begins at 0 again" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::Replay { first } = frame.sequence else { return };
    let message = format!("{} with sequence number {} comes a second time, octet for octet", frame.label(), frame.header.seq);
    sink.report(header(9, 17), message).severity(Severity::Warning).peer(first).evidence("seq", frame.header.seq);
}

//! `capture/overlap-conflict`

use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That two TCP segments for one range of a stream carry the same octets. The first copy is the one that was read.
    /// ## Why it matters
    /// Sender, receiver and observer may each have used another copy, which is how an inspector is evaded.
    /// ## What to do
    /// Find out which host sent the second copy. A keep-alive probe of one old octet is harmless and only noted.
    pub static OVERLAP_CONFLICT = {
        id: "capture/overlap-conflict", severity: Warning, certainty: Certain,
        clause: May OBSERVER "", scope: Association, fault: Unknown,
        check: Stream(check),
        fixtures: [
            "a segment is sent again with other octets" => 1, |s| { s.ping(C2s).conflict_last().ping(C2s); };
            "a segment is sent again as it was" => 0, |s| { s.ping(C2s).duplicate_last().ping(C2s); };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    let StreamFact::Conflict { length, kept, other, probe } = stream.fact else { return };
    let severity = if probe { Severity::Note } else { Severity::Warning };
    let message = format!("two segments carry different octets for {length} octets of the {}'s stream", stream.direction.sender());
    sink.report(None, message)
        .severity(severity)
        .evidence("length", length)
        .evidence("packet", stream.packet.0)
        .evidence("kept_hex", kept)
        .evidence("other_hex", other);
}

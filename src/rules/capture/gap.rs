//! `capture/gap`

use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That every octet of a stream is in the capture: an acknowledged segment that was never seen leaves a hole.
    /// ## Why it matters
    /// Frames in the hole are unknown, and so is every conclusion that rests on their absence. Nobody is accused by a hole.
    /// ## What to do
    /// Capture nearer to an endpoint, or with a larger buffer; then read the findings about absence again.
    pub static GAP = {
        id: "capture/gap", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Association, fault: Unknown,
        check: Stream(check),
        fixtures: [
            "one segment of the client is lost" => 1, |s| {
                s.ping(C2s).lose_next(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
                s.ping(C2s).ping(C2s);
            };
            "a segment is sent twice and nothing is lost" => 0, |s| { s.ping(C2s).duplicate_last().ping(C2s); };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    let StreamFact::Gap { length, snaplen: false } = stream.fact else { return };
    let message = format!("{length} octets of the {}'s stream are missing from the capture", stream.direction.sender());
    sink.report(None, message).evidence("length", length).evidence("packet", stream.packet.0);
}

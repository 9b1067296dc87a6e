//! `transport/interleaved-garbage`

use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That nothing stands between two frames of a stream. A hole in the capture explains such octets and silences the rule.
    /// ## Why it matters
    /// A receiver reads the octets as a header, fails, and gives the connection up; the observer went on at the next header.
    /// ## What to do
    /// Look for a second writer on the socket, and for a payload longer than its header declares.
    pub static INTERLEAVED_GARBAGE = {
        id: "transport/interleaved-garbage", severity: Error, certainty: Certain,
        clause: Must CORE "4.1", scope: Association, fault: Sender,
        check: Stream(check),
        fixtures: [
            "text stands between two frames" => 1, |s| { s.ping(C2s).octets(C2s, b"GET / HTTP/1.1\r\n\r\n").ping(C2s); };
            "half a frame follows a hole" => 0, |s| {
                s.ping(C2s).segment_size(100).lose_next(C2s);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(&[7; 20]));
                s.ping(C2s).ping(C2s);
            };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    let StreamFact::Garbage { length, head, between: true, innocent: false, .. } = stream.fact else { return };
    let message = format!("{length} octets between two frames of the {} are no frame", stream.direction.sender());
    sink.report(None, message).evidence("length", length).evidence("head_hex", head);
}

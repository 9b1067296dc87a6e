//! `transport/desync`

use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a frame stands wherever the frame before it ends, and at the beginning of the stream. Octets between two frames are `transport/interleaved-garbage`.
    /// ## Why it matters
    /// A receiver cannot find the next frame by itself and must give the connection up.
    /// ## What to do
    /// Compare the declared payload length with what was written; look for a second writer on the socket.
    pub static DESYNC = {
        id: "transport/desync", severity: Error, certainty: Certain,
        clause: Must CORE "4.1", scope: Frame, fault: Sender,
        check: Stream(check),
        fixtures: [
            "the stream ends in octets that are no frame" => 1, |s| { s.ping(C2s).octets(C2s, &[0x2A; 50]); };
            "octets that are no frame precede the first frame" => 1, |s| { s.without_handshake().octets(C2s, &[0x2A; 50]).ping(C2s); };
            "the capture begins inside a frame" => 0, |s| {
                s.late().frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(&[0; 3000])).ping(C2s);
            };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    let StreamFact::Garbage { length, head, resynced, between: false, innocent } = stream.fact else { return };
    if innocent && stream.association.frames.iter().any(|frames| *frames > 0) {
        return;
    }
    let severity = if innocent { Severity::Note } else { Severity::Error };
    let sender = stream.direction.sender();
    let message = match (innocent, resynced) {
        (true, _) => format!("the capture begins inside a frame of the {sender}: {length} octets skipped"),
        (false, true) => format!("{length} octets of the {sender}'s stream precede its first frame and are no frame"),
        (false, false) => format!("the {sender}'s stream goes on with {length} octets that are no frame"),
    };
    sink.report(None, message).severity(severity).evidence("length", length).evidence("head_hex", head);
}

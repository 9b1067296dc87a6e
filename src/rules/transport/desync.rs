//! `transport/desync`

use crate::npamp::header::MAGIC;
use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

/// Octets of a datagram that are shown.
const HEAD: usize = 64;

declare_rule! {
    /// ## What it checks
    /// That a frame stands wherever the frame before it ends, and at the beginning of the stream. Octets between two frames are `transport/interleaved-garbage`.
    /// Also, whether a QUIC datagram holds no frame, which is a note.
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
            "a QUIC datagram holds no frame" => 1, |s| { s.quic(|_| {}).ping(C2s).in_datagram().octets(C2s, b"something else"); };
            "the capture begins inside a frame" => 0, |s| {
                s.late().frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(&[0; 3000])).ping(C2s);
            };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    if let StreamFact::Datagram { octets } = stream.fact {
        return datagram(stream, octets, sink);
    }
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

/// A datagram is no stream: what it holds puts nothing out of step.
fn datagram(stream: &StreamCtx<'_>, octets: &[u8], sink: &mut Sink<'_>) {
    let (sender, length) = (stream.direction.sender(), octets.len());
    let message = if octets.starts_with(&MAGIC) {
        format!("a QUIC datagram of the {sender} ends inside the header of its frame: {length} octets")
    } else {
        format!("a QUIC datagram of the {sender} holds {length} octets and no frame")
    };
    let head = octets.get(..octets.len().min(HEAD)).unwrap_or_default();
    sink.report(None, message).severity(Severity::Note).evidence("length", length as u64).evidence("head_hex", head);
}

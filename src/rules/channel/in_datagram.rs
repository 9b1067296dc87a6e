//! `channel/in-datagram`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a frame travels in a QUIC datagram instead of on a stream.
    /// ## Why it matters
    /// A datagram may be lost or overtaken, and every channel is one ordered run of frames: what is lost leaves a hole that nobody fills.
    /// ## What to do
    /// Send frames on streams.
    pub static IN_DATAGRAM = {
        id: "channel/in-datagram", severity: Warning, certainty: Heuristic,
        clause: Must CORE "5.1 (generation 3)", scope: Frame, fault: Sender,
        alternative: "a later revision may give datagrams a meaning; the text says no more than that frames may align to their boundaries",
        check: Frame(check),
        fixtures: [
            "a PING in a datagram" => 1, |s| { s.generation(Generation::Three).quic(|_| {}).ping(C2s).in_datagram().ping(C2s); };
            "a PING on a stream" => 0, |s| { s.generation(Generation::Three).quic(|_| {}).ping(C2s).ping(C2s); };
            "generation 2 says nothing of it" => 0, |s| { s.quic(|_| {}).ping(C2s).in_datagram().ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.lane.available.is_some() && frame.crc_ok {
        let message = format!("the {} sends {} in a QUIC datagram", frame.direction.sender(), frame.label());
        frame.association.report3(sink, header(0, 4), message);
    }
}

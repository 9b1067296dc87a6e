//! `ratchet/frame-after-boundary`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That behind `MASTER_RATCHET` or `REKEM_ACK` no frame of that direction, on any channel, is sealed under the old generation.
    /// ## Why it matters
    /// The receiver has thrown the old root away and cannot open the frame.
    /// ## What to do
    /// Hold all channels of the direction while the boundary frame is written.
    pub static FRAME_AFTER_BOUNDARY = {
        id: "ratchet/frame-after-boundary", severity: Error, certainty: Certain,
        clause: Must BINDING "9.6", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a frame on Memory under the old generation" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)).ping(C2s).master_ratchet(C2s);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).old_key()).ping(C2s);
            };
            "the other direction keeps its generation" => 0, |s| {
                s.ping(C2s).master_ratchet(C2s).frame(S2c, FrameSpec::new(Channel::MEMORY, FrameType::PING)).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(Probe::OldKey { used, due, ratchet: true }) = frame.opening.probe.filter(|_| frame.crc_ok && !frame.is_replay()) else {
        return;
    };
    let message = format!("{} is sealed under ratchet generation {} although generation {} began", frame.label(), used.0, due.0);
    sink.report(None, message).evidence("generation", used.0).evidence("due_generation", due.0).evidence("seq", frame.header.seq);
}

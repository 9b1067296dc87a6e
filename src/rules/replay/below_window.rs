//! `replay/below-window`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;
use crate::spec::generation::Generation;

/// Numbers that the replay window of generation 3 covers.
const WINDOW: u64 = 1024;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a frame's number lies further below the highest one than the replay window of 1024 reaches.
    /// ## Why it matters
    /// A receiver drops it in silence: it cannot tell it from a replay.
    /// ## What to do
    /// Nothing at the receiver; find out why the frame was so late.
    pub static BELOW_WINDOW = {
        id: "replay/below-window", severity: Note, certainty: Certain,
        clause: May CORE "11.4 (generation 3)", scope: Association, fault: Unknown,
        check: Frame(check),
        fixtures: [
            "number 3 after number 2000" => 1 also ["record/seq-gap", "record/seq-backward"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(2000));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(3));
            };
            "number 1500 after number 2000" => 0 also ["record/seq-backward"], |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(2000));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(1500));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::Backward { expected } = frame.sequence else { return };
    let distance = expected.saturating_sub(1).saturating_sub(frame.header.seq);
    if frame.association.is_gen3() && distance > WINDOW {
        let message = format!("sequence number {} lies {distance} below the highest one, beyond the replay window", frame.header.seq);
        sink.report(header(9, 17), message).evidence("distance", distance);
    }
}

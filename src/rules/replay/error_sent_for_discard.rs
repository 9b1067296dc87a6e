//! `replay/error-sent-for-discard`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `ERROR` never carries 3 (`replay_detected`) or 4 (`unknown_channel`): such frames are dropped and counted.
    /// ## Why it matters
    /// An attacker who repeats a recorded frame could end the association, and learns what the receiver knows.
    /// ## What to do
    /// Count the frame and go on.
    pub static ERROR_SENT_FOR_DISCARD = {
        id: "replay/error-sent-for-discard", severity: Error, certainty: Certain,
        clause: Must CORE "4.9, registry of error codes (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "replay_detected on the wire" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(S2c, 3); };
            "unknown_channel on the wire" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(S2c, 4); };
            "unknown_critical_tlv is fatal" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(S2c, 5); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(code) = frame.error_code().filter(|code| code.is_discard() && frame.association.is_gen3()) else { return };
    let message = format!("ERROR carries {code} ({}): such frames are dropped in silence", code.0);
    sink.report(frame.code_place(), message).evidence("code", code.0);
}

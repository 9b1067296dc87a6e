//! `ratchet/rekem-overlap`

use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a peer sends no second `REKEM` while its first one is unanswered.
    /// ## Why it matters
    /// Which of the two the answer belongs to is not said: the peers may mix different secrets in.
    /// ## What to do
    /// Wait for `REKEM_ACK`, or give the first request up together with the association.
    pub static REKEM_OVERLAP = {
        id: "ratchet/rekem-overlap", severity: Warning, certainty: Certain,
        clause: Should REFERENCE "ratchet.go", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "REKEM twice" => 1, |s| {
                s.ping(C2s);
                for _ in 0..2 {
                    s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::REKEM).tlvs(&[(0x0007, &[1; 1216]), (0x0019, &[0, 0, 0, 0, 0, 0, 0, 1])]));
                }
            };
            "a second one after the answer" => 0, |s| { s.ping(C2s).rekem(C2s).rekem(C2s).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(RatchetEvent::Rekem { overlap: true, .. }) = frame.opening.ratchet.filter(|_| !frame.is_replay()) else { return };
    if frame.association.saw_all(frame.direction.flip()) {
        sink.report(None, "a second REKEM while the first one is unanswered").evidence("seq", frame.header.seq);
    }
}

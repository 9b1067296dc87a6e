//! `flow/blocked`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::session::ledger::CreditFact;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a sender had used nearly all of its credit and was silent until a `FLOW_UPDATE` came.
    /// ## Why it matters
    /// It explains a stall: the receiver was slow to grant credit.
    /// ## What to do
    /// Have the receiver send `FLOW_UPDATE` earlier, or with a larger window.
    pub static BLOCKED = {
        id: "flow/blocked", severity: Note, certainty: Heuristic,
        clause: May CORE "11.6 (generation 3)", scope: Association, fault: Responder,
        alternative: "the sender may have had nothing to send",
        check: Frame(check),
        fixtures: [
            "a second of silence at the limit" => 1 also ["channel/extension"], |s| {
                s.generation(Generation::Three).ping(C2s);
                fill(s);
                s.wait(1000).flow_update(S2c, 1 << 22).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[1; 1000]));
            };
            "silence far from the limit" => 0, |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[1; 1000]));
                s.wait(1000).flow_update(S2c, 1 << 22).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[1; 1000]));
            };
            "credit comes in time" => 0, |s| {
                s.generation(Generation::Three).ping(C2s);
                fill(s);
                s.flow_update(S2c, 1 << 22).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[1; 1000]));
            };
        ],
    }
}

/// Uses the initial credit up.
fn fill(s: &mut Scenario) {
    for _ in 0..16 {
        s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&vec![0; 65_500]));
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(CreditFact::Resumed { used, limit, exhausted: true, waited, update }) = frame.standing.credit else { return };
    if frame.association.is_gen3() && frame.association.saw_all(frame.direction) {
        let message = format!(
            "the {} was silent for {} ms with {used} of {limit} octets used, until FLOW_UPDATE came",
            frame.direction.sender(),
            waited / 1_000_000
        );
        sink.report(None, message).peer(update).evidence("used", used).evidence("limit", limit).evidence("waited_ns", waited);
    }
}

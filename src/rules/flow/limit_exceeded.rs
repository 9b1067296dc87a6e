//! `flow/limit-exceeded`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::session::ledger::CreditFact;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that a sender keeps to its credit: 2^20 octets of payload on all channels but Control, or the largest limit
    /// that the peer's `FLOW_UPDATE` named. Said for the first frame beyond it. Where no `FLOW_UPDATE` was ever sent it is a warning: the
    /// reference implementation neither sends nor enforces them.
    /// ## Why it matters
    /// A receiver that keeps count ends the association with `flow_control_error`.
    /// ## What to do
    /// Wait for `FLOW_UPDATE` before the credit is used up; at the other side, send it in time.
    pub static LIMIT_EXCEEDED = {
        id: "flow/limit-exceeded", severity: Error, certainty: Certain,
        clause: Must CORE "11.6 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the seventeenth frame of 64 KiB" => 1 also ["channel/extension"], |s| { s.generation(Generation::Three).ping(C2s); send(s, 17); };
            "beyond a limit that was raised" => 1 also ["channel/extension"], |s| { s.generation(Generation::Three).ping(C2s).flow_update(S2c, (1 << 20) + 100); send(s, 17); };
            "the limit was raised in time" => 0, |s| { s.generation(Generation::Three).ping(C2s); send(s, 15); s.flow_update(S2c, 1 << 22); send(s, 15); };
            "generation 2 has no credit" => 0, |s| { s.ping(C2s); send(s, 17); };
            "a FLOW_UPDATE may have been lost by the capture" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).lose_next(S2c).flow_update(S2c, 1 << 22).ping(C2s);
                send(s, 17);
            };
        ],
    }
}

/// Frames of 64 KiB from the client.
fn send(s: &mut Scenario, frames: usize) {
    for _ in 0..frames {
        s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&vec![0; 65_000]));
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(CreditFact::Exceeds { used, limit }) = frame.standing.credit else { return };
    let association = &frame.association;
    if frame.is_oversize() || !association.saw_all(frame.direction.flip()) {
        return;
    }
    let unused = association.state.ledger.credit.iter().all(|credit| credit.update.is_none());
    let why = if unused { "; neither peer sends FLOW_UPDATE, as the reference implementation does not" } else { "" };
    let message = format!("the {} has sent {used} octets, the limit is {limit}{why}", frame.direction.sender());
    if let Some(draft) = association.report3(sink, header(17, 21), message) {
        let most = if unused { Severity::Warning } else { Severity::Error };
        draft.at_most(most).evidence("used", used).evidence("limit", limit);
    }
}

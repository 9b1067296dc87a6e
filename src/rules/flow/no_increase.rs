//! `flow/no-increase`

use crate::base::span::ByteSpan;
use crate::npamp::control::ControlBody;
use crate::rules::context::payload;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a `FLOW_UPDATE` raises the limit. A smaller or equal one is allowed and has no effect.
    /// ## Why it matters
    /// The sender of the frame may believe that it granted something, or took something back.
    /// ## What to do
    /// Send absolute limits that count everything since the association began, not the octets that were freed.
    pub static NO_INCREASE = {
        id: "flow/no-increase", severity: Note, certainty: Certain,
        clause: May CORE "11.6 (generation 3)", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "half of the initial limit" => 1, |s| { s.generation(Generation::Three).flow_update(C2s, 1 << 19); };
            "the same limit twice" => 1, |s| { s.generation(Generation::Three).flow_update(C2s, 1 << 21).flow_update(C2s, 1 << 21); };
            "a limit for each direction" => 0, |s| { s.generation(Generation::Three).flow_update(C2s, 1 << 22).flow_update(S2c, 1 << 21); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ControlBody::FlowUpdate(Some(limit))) = frame.body else { return };
    let credit = &frame.association.state.ledger.credit[frame.direction.flip().index()];
    if frame.is_sound() && frame.association.is_gen3() && !frame.association.late() && limit <= credit.limit {
        let message = format!("FLOW_UPDATE names {limit}; the limit is {} already", credit.limit);
        sink.report(payload(ByteSpan::new(0, 8)), message).evidence("named", limit).evidence("limit", credit.limit);
    }
}

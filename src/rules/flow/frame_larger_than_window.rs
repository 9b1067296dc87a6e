//! `flow/frame-larger-than-window`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::ledger::CreditFact;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a frame had to wait for `FLOW_UPDATE` because it alone was larger than the rest of the credit.
    /// ## Why it matters
    /// It explains a stall although credit was left.
    /// ## What to do
    /// Split messages, or grant windows that are larger than the largest message.
    pub static FRAME_LARGER_THAN_WINDOW = {
        id: "flow/frame-larger-than-window", severity: Note, certainty: Certain,
        clause: May CORE "11.6 (generation 3)", scope: Association, fault: Unknown,
        check: Frame(check),
        fixtures: [
            "a frame of 1 MiB waits while half of the credit is left" => 1 also ["channel/extension"], |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[0; 500_000]));
                s.wait(1000).flow_update(S2c, 1 << 22).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[1; 1 << 20]));
            };
            "a frame that fits into the rest" => 0, |s| {
                s.generation(Generation::Three).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[0; 500_000]));
                s.wait(1000).flow_update(S2c, 1 << 22).frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).payload(&[1; 500_000]));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(CreditFact::Resumed { used, limit, exhausted: false, waited, update }) = frame.standing.credit else { return };
    if frame.association.is_gen3() && frame.association.saw_all(frame.direction) {
        let left = limit.saturating_sub(used);
        let message = format!("a payload of {} octets came when FLOW_UPDATE did: {left} octets were left", frame.header.payload_len);
        sink.report(header(17, 21), message).peer(update).evidence("left", left).evidence("waited_ns", waited);
    }
}

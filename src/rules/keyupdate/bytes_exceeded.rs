//! `keyupdate/bytes-exceeded`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::session::ledger::{EpochFact, Measure};
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that no epoch carries more sealed octets, without tags, than its profile allows: 2^40 at Standard, 2^36 at
    /// High, 2^32 at Sovereign. The capture gives a lower bound.
    /// ## Why it matters
    /// The bound keeps the damage of a lost key and the chance of a forged tag small.
    /// ## What to do
    /// Send `KEY_UPDATE` on the channel before the bound is reached.
    pub static BYTES_EXCEEDED = {
        id: "keyupdate/bytes-exceeded", severity: Error, certainty: Certain,
        clause: Must CORE "11.7 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "more than 4 GiB at Sovereign" => 1 also ["flow/limit-exceeded", "capture/gap", "channel/extension", "keyupdate/limit-near"], |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN);
                large(s, 257);
            };
            "as much at Standard" => 0 also ["flow/limit-exceeded"], |s| {
                s.generation(Generation::Three);
                large(s, 257);
            };
        ],
    }
}

/// Frames of nearly 16 MiB on Memory whose payloads nobody wrote down, each followed by a small one.
fn large(s: &mut Scenario, frames: usize) {
    const PAYLOAD: u32 = (1 << 24) - 36;
    for _ in 0..frames {
        s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)).length(PAYLOAD)).lose_octets(C2s, PAYLOAD - 16);
        s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0100)));
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.association.is_gen3() {
        return;
    }
    for fact in &frame.standing.epoch {
        let EpochFact::Bound { measure: Measure::Octets, value, bound, beyond: true, .. } = *fact else { continue };
        let message = format!("{} goes beyond {bound} sealed octets under one key", frame.label());
        sink.report(None, message).evidence("value", value).evidence("bound", bound);
    }
}

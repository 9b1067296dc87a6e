//! `keyupdate/sender-stalled`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::session::ledger::EpochFact;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether a sender waits for `KEY_UPDATE_ACK` before it uses its new key: nothing between the two, then a frame at
    /// once, after frames that followed much faster.
    /// ## Why it matters
    /// The confirmation informs; a sender that waits for it stands still for a round trip at every update.
    /// ## What to do
    /// Go on under the new key right behind `KEY_UPDATE`.
    pub static SENDER_STALLED = {
        id: "keyupdate/sender-stalled", severity: Note, certainty: Heuristic,
        clause: May CORE "11.5 (generation 3)", scope: Association, fault: Sender,
        alternative: "the sender may have had nothing to send",
        check: Frame(check),
        fixtures: [
            "half a second of silence until the confirmation" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).ping(C2s).key_update(C2s, Channel::CONTROL).wait(500);
                s.key_update_ack(S2c, Channel::CONTROL, 1).ping(C2s);
            };
            "the sender goes on before the confirmation" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).ping(C2s).key_update(C2s, Channel::CONTROL).ping(C2s).wait(500);
                s.key_update_ack(S2c, Channel::CONTROL, 1).ping(C2s);
            };
            "frames are rare anyway" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).wait(500).ping(C2s).wait(500).key_update(C2s, Channel::CONTROL).wait(500);
                s.key_update_ack(S2c, Channel::CONTROL, 1).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let stalled = frame.standing.epoch.iter().find_map(|fact| match *fact {
        EpochFact::Stalled { waited, behind_ack } => Some((waited, behind_ack)),
        EpochFact::Bound { .. } => None,
    });
    let Some((waited, behind_ack)) = stalled.filter(|_| frame.association.is_gen3() && frame.association.saw_all(frame.direction)) else {
        return;
    };
    let message = format!(
        "the {} was silent on {} for {} ms, until its key update was confirmed",
        frame.direction.sender(),
        frame.header.channel.label(),
        waited / 1_000_000
    );
    sink.report(None, message).evidence("waited_ns", waited).evidence("behind_ack_ns", behind_ack);
}

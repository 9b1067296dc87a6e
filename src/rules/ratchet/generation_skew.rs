//! `ratchet/generation-skew`

use crate::npamp::keyring::RatchetEvent;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a ratchet frame announces the generation that follows the current one: of the sender's direction for a step, of the other
    /// direction for `REKEM`. A `REKEM` that a concurrent step overtook is a warning.
    /// ## Why it matters
    /// The receiver refuses, and the two peers' keys part.
    /// ## What to do
    /// Count each direction's generation by itself, and announce current plus one.
    pub static GENERATION_SKEW = {
        id: "ratchet/generation-skew", severity: Error, certainty: Certain,
        clause: Must BINDING "9.6", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "generation 2 announced first" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::MASTER_RATCHET).tlvs(&[(0x0019, &[0, 0, 0, 0, 0, 0, 0, 2])]));
            };
            "two steps in a row" => 0, |s| { s.ping(C2s).master_ratchet(C2s).ping(C2s).master_ratchet(C2s).ping(C2s); };
            "the other direction counts for itself" => 0, |s| { s.ping(C2s).master_ratchet(C2s).master_ratchet(S2c).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let (announced, current, request) = match frame.opening.ratchet {
        Some(RatchetEvent::MasterRatchet { announced, current, .. } | RatchetEvent::RekemAck { announced, current, .. }) => {
            (announced, current, false)
        }
        Some(RatchetEvent::Rekem { announced, current, .. }) => (announced, current, true),
        _ => return,
    };
    let Some(announced) = announced.filter(|announced| *announced != current.saturating_add(1)) else { return };
    // A request counts the steps of the direction that answers it.
    let counted = if request { frame.direction.flip() } else { frame.direction };
    if !frame.association.saw_all(counted) || frame.is_replay() {
        return;
    }
    let severity = if request && announced <= current { Severity::Warning } else { Severity::Error };
    let message = format!("{} announces generation {announced}, {} is due", frame.label(), current.saturating_add(1));
    sink.report(frame.tlv_place(TlvType::RATCHET_GENERATION), message)
        .severity(severity)
        .evidence("announced", announced)
        .evidence("current", current);
}

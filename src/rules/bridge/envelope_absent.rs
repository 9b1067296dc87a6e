//! `bridge/envelope-absent`

use crate::base::span::ByteSpan;
use crate::bridge::envelope::EnvelopeFault;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the payload of a Bridge frame begins with a BridgeEnvelope TLV, before any label.
    /// ## Why it matters
    /// Without it nobody knows which protocol is carried and which exchange the message belongs to; a receiver must reject
    /// the frame.
    /// ## What to do
    /// Write the envelope first, then the label, then the foreign message.
    pub static ENVELOPE_ABSENT = {
        id: "bridge/envelope-absent", severity: Error, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "a bare object" => 1, |s| {
                s.bridge(C2s, get(GET).no_envelope());
            };
            "a label stands before the envelope" => 1, |s| {
                s.bridge(C2s, get(GET).label(Effect::ReadOnly, "").label_first());
            };
            "a label behind the envelope" => 0, |s| {
                asked(s, get(GET).label(Effect::ReadOnly, ""));
            };
        ],
    }
}

/// Octets of the payload that are shown.
const HEAD: usize = 16;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(fault @ EnvelopeFault::Absent { .. }) = message.payload.envelope_fault else { return };
    if message.frame.is_replay() {
        return;
    }
    let octets = message.payload.octets;
    let head = ByteSpan::new(0, octets.len().min(HEAD));
    sink.report(payload(head), fault.to_string()).evidence("head_hex", head.of(octets));
}

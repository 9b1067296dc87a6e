//! `bridge/kind-unknown`

use crate::bridge::envelope::Envelope;
use crate::bridge::envelope::message_kind;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the message kind is one of the six that are defined. A defined kind in the wrong frame is bridge/kind-mismatch.
    /// ## Why it matters
    /// A receiver must reject a message whose kind it does not know.
    /// ## What to do
    /// Derive the kind from the frame type.
    pub static KIND_UNKNOWN = {
        id: "bridge/kind-unknown", severity: Error, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "kind 9" => 1 also ["bridge/malformed-accepted"], |s| {
                asked(s, get(GET).kind(9));
            };
            "kind 1" => 0, |s| {
                asked(s, get(GET).kind(1));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| !message.frame.is_replay()) else { return };
    let kind = envelope.message_kind;
    if message_kind::name(kind).is_none() {
        sink.report(payload(Envelope::MESSAGE_KIND), format!("message kind {kind} is not defined")).evidence("message_kind", kind);
    }
}

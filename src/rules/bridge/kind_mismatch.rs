//! `bridge/kind-mismatch`

use crate::bridge::envelope::Envelope;
use crate::bridge::envelope::message_kind;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the message kind in the envelope is the one that pairs with the frame type.
    /// ## Why it matters
    /// A receiver dispatches on one of the two; two receivers may see two different messages.
    /// ## What to do
    /// Derive the kind from the frame type: 4 is an error, 3 a notification.
    pub static KIND_MISMATCH = {
        id: "bridge/kind-mismatch", severity: Error, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "kind notification in a request frame" => 1 also ["bridge/malformed-accepted"], |s| {
                asked(s, get(GET).kind(3));
            };
            "kind error in an error frame" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", -32001);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| !message.frame.is_replay()) else { return };
    let (found, wanted) = (envelope.message_kind, message.kind.code());
    let Some(name) = message_kind::name(found).filter(|_| found != wanted) else { return };
    let frame = message.frame.header.frame_type.label(message.frame.header.channel);
    let text = format!("message kind {found} ({name}) does not pair with {frame}, which is kind {wanted}");
    sink.report(payload(Envelope::MESSAGE_KIND), text).evidence("message_kind", found).evidence("expected", wanted);
}

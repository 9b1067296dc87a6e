//! `bridge/envelope-trailing`

use crate::bridge::envelope::EnvelopeFault;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That nothing follows the method inside the envelope.
    /// ## Why it matters
    /// The reference implementation rejects such an envelope; another receiver may take the octets for the foreign message.
    /// ## What to do
    /// End the TLV behind the method.
    pub static ENVELOPE_TRAILING = {
        id: "bridge/envelope-trailing", severity: Error, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "two octets behind the method" => 1 also ["bridge/malformed-accepted"], |s| {
                asked(s, get(GET).trailing(&[0, 0]));
            };
            "octets behind the envelope are the message" => 0, |s| {
                asked(s, get(format!(" {GET}")));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(fault @ EnvelopeFault::Trailing { count }) = message.payload.envelope_fault else { return };
    if message.frame.is_replay() {
        return;
    }
    let span = message.payload.envelope_span;
    sink.report(payload(span), fault.to_string()).evidence("length", count);
}

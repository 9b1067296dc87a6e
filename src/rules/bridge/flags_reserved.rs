//! `bridge/flags-reserved`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the seven reserved bits of the envelope flags are sent as 0.
    /// ## Why it matters
    /// Receivers must ignore them, so the message works today; a later version may give them a meaning.
    /// ## What to do
    /// Clear every bit but `final`.
    pub static FLAGS_RESERVED = {
        id: "bridge/flags-reserved", severity: Error, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "bit 7 set" => 1, |s| {
                asked(s, get(GET).flags(0x80));
            };
            "only final set, on the end of a stream" => 0, |s| {
                s.a2a_stream("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| !message.frame.is_replay()) else { return };
    if envelope.reserved_flags() != 0 {
        let text = format!("reserved bits are set in the envelope flags 0x{:02X}", envelope.flags);
        sink.report(payload(Envelope::FLAGS), text).evidence("flags", envelope.flags);
    }
}

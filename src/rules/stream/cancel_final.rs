//! `stream/cancel-final`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether the stream end that cancels a stream is final.
    /// ## Why it matters
    /// The drafts do not say whether a consumer's end sets `final`.
    /// ## What to do
    /// Set it: every stream end does.
    pub static CANCEL_FINAL = {
        id: "stream/cancel-final", severity: Note, certainty: Certain,
        clause: May CC_STREAM "7.1 (A-20)", scope: Frame, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "a cancel without final" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.bridge(C2s, BridgeSpec::stream_end(Protocol::A2A, "7", "").flags(0).stream(2, 0, 1));
                s.a2a_cancelled("7", 1);
            };
            "a cancel with final" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|envelope| message.link.role == Role::Cancel && !envelope.is_final()) else { return };
    sink.report(payload(Envelope::FLAGS), "the cancel of a stream is not final").evidence("flags", envelope.flags);
}

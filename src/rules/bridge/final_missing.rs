//! `bridge/final-missing`

use crate::bridge::envelope::Envelope;
use crate::bridge::stream_control::StreamControl;
use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That the frame that ends a stream has the `final` flag set. The end by which a consumer cancels is left to
    /// stream/cancel-final.
    /// ## Why it matters
    /// A receiver that looks at the flag waits for more.
    /// ## What to do
    /// Set `final` on `BRIDGE_STREAM_END`.
    pub static FINAL_MISSING = {
        id: "bridge/final-missing", severity: Error, certainty: Certain,
        clause: Must BRIDGE "2", scope: Frame, fault: Sender,
        check: Message(check, Event),
        fixtures: [
            "an end that is not final" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").flags(0).stream(0, 1, 2));
            };
            "a cancel that is not final" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.bridge(C2s, BridgeSpec::stream_end(Protocol::A2A, "7", "").flags(0).stream(2, 0, 1));
                s.a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let ends = message.kind == Kind::StreamEnd && pairs(message) && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|envelope| ends && !envelope.is_final()) else { return };
    let cancels = message.payload.control().is_some_and(|control| control.control == StreamControl::CANCEL);
    if !cancels && message.link.role != Role::Cancel {
        sink.report(payload(Envelope::FLAGS), "the frame that ends the stream is not final").evidence("flags", envelope.flags);
    }
}

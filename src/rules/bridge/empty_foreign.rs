//! `bridge/empty-foreign`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::stream_control::StreamControl;
use crate::rules::carried::is_swallowed;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether a request, success reply or notification of JSON-RPC or generic HTTP carries no foreign message.
    /// ## Why it matters
    /// There is nothing to deliver.
    /// ## What to do
    /// Carry the object. Only stream frames, and messages of protocols that have empty ones, may be empty.
    pub static EMPTY_FOREIGN = {
        id: "bridge/empty-foreign", severity: Warning, certainty: Heuristic,
        clause: Should BRIDGE "3", scope: Frame, fault: Sender,
        alternative: "The message may have been lost on purpose, in a probe.",
        check: Message(check, OddPayload),
        fixtures: [
            "a request without object" => 1, |s| {
                asked(s, get(""));
            };
            "the empty end of a stream" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, 2));
            };
            "a request that resumes by its control" => 0, |s| {
                s.a2a_stream("7", 3);
                s.bridge(C2s, get("").method("tasks/resubscribe").stream(1, 0, 2));
                s.a2a_event("7", 3).a2a_end("7", 4);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let whole = matches!(message.kind, Kind::Request | Kind::Response | Kind::Notify) && message.envelope.is_some();
    let carries = matches!(message.class, CarriageClass::JsonRpc | CarriageClass::Http);
    let resumes = message.payload.control().is_some_and(|control| control.control == StreamControl::RESUME);
    if whole && carries && message.foreign().is_empty() && !resumes && !is_swallowed(message) && !message.frame.is_replay() {
        sink.report(payload(message.payload.envelope_span), "the message carries no foreign octets");
    }
}

//! `a2a/resubscribe-corr`

use crate::bridge::stream_control::StreamControl;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, is_resubscription, short};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a resubscription uses the correlation of the stream that it takes up, and asks for its events by a `StreamControl`.
    /// ## Why it matters
    /// The server cannot tell where the client left off: events may be missed or repeated.
    /// ## What to do
    /// On the same association reuse the stream's correlation, with control 1 and the last event received (A-40).
    pub static RESUBSCRIBE_CORR = {
        id: "a2a/resubscribe-corr", severity: Note, certainty: Certain,
        clause: Should MAP_A2A "6 (A-40)", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "a resubscription under a fresh correlation" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_end("7", 2);
                s.protocol(Protocol::A2A).request(C2s, "tasks/resubscribe", "8", r#"{"id":"t-1"}"#);
                s.a2a_event("8", 1).a2a_end("8", 2);
            };
            "a resubscription under the stream's correlation" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resubscribe("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let placed = matches!(message.link.role, Role::Request | Role::Resume { .. });
    if !is_resubscription(message) || !placed {
        return;
    }
    let known = matches!(message.link.role, Role::Resume { known: true, .. });
    let asks = message.payload.control().is_some_and(|control| control.control == StreamControl::RESUME);
    let text = match (known, asks) {
        (true, true) => return,
        (true, false) => "the resubscription does not say behind which event",
        (false, _) => "the resubscription does not use the correlation of a stream on this association",
    };
    sink.report(correlation_place(message), text).evidence("correlation", short(correlation(message)));
}

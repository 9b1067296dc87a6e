//! `a2a/stream-continues-after-final`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_event, own_track};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That no event follows a status update with `final: true`.
    /// ## Why it matters
    /// The client has closed the stream and drops what follows.
    /// ## What to do
    /// Send the final event last.
    pub static STREAM_CONTINUES_AFTER_FINAL = {
        id: "a2a/stream-continues-after-final", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "6", scope: Exchange, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "an event after the final one" => 1 also ["a2a/final-in-data"], |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"status-update","status":{"state":"completed"},"final":true}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1));
                s.a2a_event("7", 2);
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, 3));
            };
            "the final event comes last" => 0, |s| { s.a2a_stream("7", 2); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let data = is_event(message) && message.kind == Kind::StreamData && message.link.role == Role::Part;
    let Some(last) = own_track(message).last_said.filter(|_| data) else { return };
    sink.report(Some(message.foreign_place()), "an event follows the one that was said to be final").peer(last);
}

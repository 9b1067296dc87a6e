//! `stream/event-zero`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::streams::{data, place};

declare_rule! {
    /// ## What it checks
    /// That an event has a position above 0.
    /// ## Why it matters
    /// Positions begin at 1; in a cursor 0 means that nothing was received, so this event can never be named.
    /// ## What to do
    /// Count events from 1.
    pub static EVENT_ZERO = {
        id: "stream/event-zero", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.1", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "events counted from 0" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 0).a2a_event("7", 1).a2a_end("7", 2);
            };
            "a cancel before any event names 0" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_cancel("7", 0).a2a_cancelled("7", 0);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if data(message).is_some_and(|control| control.event_id == 0) {
        sink.report(place(message), "an event has position 0");
    }
}

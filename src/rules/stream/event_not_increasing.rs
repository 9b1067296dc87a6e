//! `stream/event-not-increasing`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::own_track;
use crate::rules::streams::{data, place};

declare_rule! {
    /// ## What it checks
    /// That the position of every event is above the one before it in the same direction.
    /// ## Why it matters
    /// A consumer drops what it has seen: an event that repeats a position is lost, and a cursor points to two events.
    /// ## What to do
    /// Count up with every event, also across resumptions.
    pub static EVENT_NOT_INCREASING = {
        id: "stream/event-not-increasing", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.1", scope: Exchange, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "a position repeats" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 1).a2a_end("7", 2);
            };
            "a position falls" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 9).a2a_event("7", 4).a2a_end("7", 10);
            };
            "two streams side by side" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_stream_request("8");
                s.a2a_event("8", 1).a2a_end("8", 2).a2a_end("7", 3);
            };
            "a resumption repeats what the consumer asks for again" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2).a2a_event("7", 3);
                s.a2a_resume("7", 1).a2a_event("7", 2).a2a_event("7", 3).a2a_end("7", 4);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(control), Some(last)) = (data(message), own_track(message).last_event) else { return };
    if control.event_id == 0 || control.event_id > last {
        return;
    }
    let text = format!("event {} follows event {last}", control.event_id);
    sink.report(place(message), text).evidence("event", control.event_id).evidence("last_event", last);
}

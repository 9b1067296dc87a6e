//! `stream/end-not-highest`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::own_track;
use crate::rules::streams::{event, place};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That the end of a stream has a position above every event.
    /// ## Why it matters
    /// A consumer drops what it has seen, and with it the end and the last event in it.
    /// ## What to do
    /// Count the end like an event. Only an end that answers a cancel repeats the last position.
    pub static END_NOT_HIGHEST = {
        id: "stream/end-not-highest", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.1 (A-18)", scope: Exchange, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "the end repeats the last position" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2).a2a_end("7", 2);
            };
            "the end of a cancelled stream" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = event(message).filter(|control| message.kind == Kind::StreamEnd && !control.is_cancel_ack()) else { return };
    let Some(last) = own_track(message).last_event.filter(|last| control.event_id <= *last) else { return };
    let text = format!("the stream ends at {} after event {last}", control.event_id);
    sink.report(place(message), text).evidence("event", control.event_id).evidence("last_event", last);
}

//! `stream/first-event`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::{own_track, unbroken};
use crate::rules::streams::{data, place};

declare_rule! {
    /// ## What it checks
    /// That the first event of a fresh stream has position 1.
    /// ## Why it matters
    /// The consumer believes that it missed the events before, and may ask for them.
    /// ## What to do
    /// Begin at 1; later positions may be skipped.
    pub static FIRST_EVENT = {
        id: "stream/first-event", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "5.1 (A-19)", scope: Exchange, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "a stream that begins at 5" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 5).a2a_end("7", 6);
            };
            "a stream that skips after the first" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 9).a2a_end("7", 12);
            };
            "a resumed stream goes on where it was" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resume("7", 2).a2a_event("7", 3).a2a_end("7", 4);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(control), Some(request)) = (data(message), message.request()) else { return };
    let fresh = own_track(message).parts == 0 && !request.resumed && message.link.stream.cursor.is_none();
    if !fresh || matches!(control.event_id, 0 | 1) || !unbroken(message, message.frame.direction) {
        return;
    }
    let text = format!("a fresh stream begins at event {}", control.event_id);
    sink.report(place(message), text).peer(request.frame).evidence("event", control.event_id);
}

//! `stream/resume-cursor-high`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::unbroken;
use crate::rules::streams::{delivered, place, resume};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a resumption names no event above the last one that was delivered.
    /// ## Why it matters
    /// The producer would leave out events that the consumer has never seen.
    /// ## What to do
    /// Name the last event that was received.
    pub static RESUME_CURSOR_HIGH = {
        id: "stream/resume-cursor-high", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "6.2", scope: Exchange, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "resumed behind event 9 after event 1" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 9).a2a_event("7", 10).a2a_end("7", 11);
            };
            "resumed behind the last event" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let stream = &message.link.stream;
    let known = matches!(message.link.role, Role::Resume { known: true, .. }) && stream.producer.bare == 0;
    let Some(control) = resume(message).filter(|_| known && stream.producer.end.is_none()) else { return };
    let last = delivered(message).max(stream.cursor.unwrap_or(0));
    if control.event_id > last && unbroken(message, message.frame.direction.flip()) {
        let text = format!("the stream is resumed behind event {}, the last one sent was {last}", control.event_id);
        sink.report(place(message), text).evidence("event", control.event_id).evidence("last_event", last);
    }
}

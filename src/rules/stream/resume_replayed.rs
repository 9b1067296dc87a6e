//! `stream/resume-replayed`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::asks_to_resume;
use crate::rules::streams::{place, replayed};

declare_rule! {
    /// ## What it checks
    /// That a resumed stream goes on behind the event that the resumption names. Resubscriptions of A2A have a rule of their own.
    /// ## Why it matters
    /// The consumer handles events twice.
    /// ## What to do
    /// Send only events above the cursor.
    pub static RESUME_REPLAYED = {
        id: "stream/resume-replayed", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "6.3", scope: Exchange, fault: Responder,
        check: Message(check, Controlled),
        fixtures: [
            "the event of the cursor comes again" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resume("7", 2).a2a_event("7", 2).a2a_end("7", 3);
            };
            "the event behind the cursor comes first" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resume("7", 1).a2a_event("7", 2).a2a_end("7", 3);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if let Some((event, cursor)) = replayed(message).filter(|_| !asks_to_resume(message)) {
        let text = format!("event {event} comes again although the stream was resumed behind event {cursor}");
        sink.report(place(message), text).evidence("event", event).evidence("cursor", cursor);
    }
}

//! `stream/silent-restart`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::own_track;
use crate::rules::streams::{data, place};

declare_rule! {
    /// ## What it checks
    /// That a resumed stream does not begin at 1 again under the same correlation.
    /// ## Why it matters
    /// The consumer takes new events for old ones and drops them.
    /// ## What to do
    /// Refuse what cannot be resumed; restart under a fresh request.
    pub static SILENT_RESTART = {
        id: "stream/silent-restart", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "6.3", scope: Exchange, fault: Responder,
        check: Message(check, Controlled),
        fixtures: [
            "resumed behind event 2, restarted at 1" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resume("7", 2).a2a_event("7", 1).a2a_end("7", 3);
            };
            "resumed from the beginning" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_resume("7", 0).a2a_event("7", 1).a2a_event("7", 2).a2a_end("7", 3);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(control), Some(cursor)) = (data(message), message.link.stream.cursor) else { return };
    let first = own_track(message).last_event.is_none();
    if first && control.event_id == 1 && cursor >= 1 {
        let text = format!("the stream begins at 1 again although it was resumed behind event {cursor}");
        sink.report(place(message), text).evidence("cursor", cursor);
    }
}

//! `stream/cancel-cursor-high`

use crate::bridge::stream_control::StreamControl;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::unbroken;
use crate::rules::streams::{control, delivered, place};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a cancel names no event above the last one that was delivered.
    /// ## Why it matters
    /// The consumer claims to have seen what was not sent.
    /// ## What to do
    /// Name the last event that was received, 0 when none was.
    pub static CANCEL_CURSOR_HIGH = {
        id: "stream/cancel-cursor-high", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "7.1", scope: Exchange, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "the cancel names event 9 after event 1" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 9).a2a_cancelled("7", 1);
            };
            "the cancel names an earlier event" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let cancels = message.link.role == Role::Cancel && message.link.stream.producer.bare == 0;
    let Some(control) = control(message).filter(|control| cancels && control.control == StreamControl::CANCEL) else { return };
    let last = delivered(message).max(message.link.stream.cursor.unwrap_or(0));
    let ended = message.link.stream.producer.end.is_some();
    if control.event_id <= last || ended || !unbroken(message, message.frame.direction.flip()) {
        return;
    }
    let text = format!("the cancel names event {}, the last one sent was {last}", control.event_id);
    sink.report(place(message), text).evidence("event", control.event_id).evidence("last_event", last);
}

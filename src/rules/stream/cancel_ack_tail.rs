//! `stream/cancel-ack-tail`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::unbroken;
use crate::rules::streams::{delivered, event, place};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That the end that answers a cancel names the last event that was sent, or 0 when none was.
    /// ## Why it matters
    /// The consumer learns from it whether events are still missing.
    /// ## What to do
    /// Repeat the position of the last event.
    pub static CANCEL_ACK_TAIL = {
        id: "stream/cancel-ack-tail", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "7.2", scope: Exchange, fault: Responder,
        check: Message(check, Controlled),
        fixtures: [
            "the answer names a later event" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 4);
            };
            "an event crossed the cancel" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_event("7", 2);
                s.a2a_cancelled("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = event(message).filter(|control| message.kind == Kind::StreamEnd && control.is_cancel_ack()) else { return };
    let (stream, last) = (&message.link.stream, delivered(message));
    let Some(cancel) = stream.cancel.filter(|_| stream.producer.bare == 0) else { return };
    let accepted = [Some(last), stream.producer.last_event, stream.cursor];
    if accepted.contains(&Some(control.event_id)) || !unbroken(message, message.frame.direction) {
        return;
    }
    let text = format!("the answer to the cancel names event {}, the last one sent was {last}", control.event_id);
    sink.report(place(message), text).peer(cancel.frame).evidence("event", control.event_id).evidence("last_event", last);
}

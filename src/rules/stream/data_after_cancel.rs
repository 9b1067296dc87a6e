//! `stream/data-after-cancel`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::correlation_place;
use crate::rules::streams::streamed;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a producer goes on sending events long after its consumer cancelled.
    /// ## Why it matters
    /// The work that the consumer wanted to stop goes on.
    /// ## What to do
    /// End the stream when a cancel arrives; events that were on their way are legal.
    pub static DATA_AFTER_CANCEL = {
        id: "stream/data-after-cancel", severity: Warning, certainty: Heuristic,
        clause: Must CC_STREAM "7.2", scope: Exchange, fault: Responder,
        alternative: "The events were on their way before the cancel arrived.",
        check: Message(check, Event),
        fixtures: [
            "nine events after the cancel" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1);
                for event in 2..=10 {
                    s.a2a_event("7", event);
                }
                s.a2a_cancelled("7", 10);
            };
            "one event crossed the cancel" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_event("7", 2);
                s.a2a_cancelled("7", 2);
            };
        ],
    }
}

/// Events after a cancel that are too many to have been on their way.
const MANY: u32 = 8;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let sends = message.kind == Kind::StreamData && message.link.role == Role::Part && streamed(message).is_some();
    let Some(cancel) = message.link.stream.cancel.filter(|cancel| sends && cancel.after == MANY) else { return };
    let text = format!("{} events were sent after the cancel", cancel.after + 1);
    sink.report(correlation_place(message), text).peer(cancel.frame).evidence("events", cancel.after + 1);
}

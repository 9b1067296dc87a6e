//! `stream/data-after-ack`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::{answered, correlation_place};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a producer sends no event after it has ended a cancelled stream.
    /// ## Why it matters
    /// The consumer has forgotten the stream; the event hits nothing, or another exchange.
    /// ## What to do
    /// Send the end last.
    pub static DATA_AFTER_ACK = {
        id: "stream/data-after-ack", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "7.2", scope: Exchange, fault: Responder,
        check: Message(check, OddRole),
        fixtures: [
            "an event after the end of a cancelled stream" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
                s.a2a_event("7", 2);
            };
            "an event between cancel and end" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_event("7", 2);
                s.a2a_cancelled("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::AfterTerminal(end) = &message.link.role else { return };
    let late = message.kind == Kind::StreamData && end.kind == Kind::StreamEnd && message.link.stream.cancel.is_some();
    if late && answered(message).is_some() {
        sink.report(correlation_place(message), "an event follows the end of a cancelled stream").peer(end.frame);
    }
}

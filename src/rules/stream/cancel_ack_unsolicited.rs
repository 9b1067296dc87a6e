//! `stream/cancel-ack-unsolicited`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::{answered, unbroken};
use crate::rules::streams::{event, place};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a stream end answers a cancel only where one was sent.
    /// ## Why it matters
    /// The consumer takes an unfinished stream for one that it broke off itself.
    /// ## What to do
    /// Set `cancel_ack` only in the end that answers a cancel.
    pub static CANCEL_ACK_UNSOLICITED = {
        id: "stream/cancel-ack-unsolicited", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Exchange, fault: Responder,
        check: Message(check, Controlled),
        fixtures: [
            "nobody cancelled" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancelled("7", 1);
            };
            "the consumer cancelled" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = event(message).filter(|control| message.kind == Kind::StreamEnd && control.is_cancel_ack()) else { return };
    let Some(request) = answered(message).filter(|_| message.link.stream.cancel.is_none()) else { return };
    if unbroken(message, request.initiator) {
        sink.report(place(message), "the stream end answers a cancel that was not sent")
            .peer(request.frame)
            .evidence("flags", control.flags);
    }
}

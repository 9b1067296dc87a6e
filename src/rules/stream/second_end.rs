//! `stream/second-end`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::stream_control::StreamControl;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::{answered, correlation_place, is_document};
use crate::rules::streams::control;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a stream is ended once.
    /// ## Why it matters
    /// The consumer has forgotten the stream; the second end hits nothing, or another exchange.
    /// ## What to do
    /// End a stream once. A cancel that crosses the end needs no answer.
    pub static SECOND_END = {
        id: "stream/second-end", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "2", scope: Exchange, fault: Sender,
        check: Message(check, OddRole),
        fixtures: [
            "two ends" => 1, |s| {
                s.a2a_stream("7", 1);
                s.a2a_end("7", 3);
            };
            "a cancel crossed the end and was answered" => 0, |s| {
                s.a2a_stream("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Role::AfterTerminal(end), Some(_)) = (&message.link.role, answered(message)) else { return };
    let documents = message.class == CarriageClass::Documents || is_document(message);
    let moot = message.link.stream.cancel.is_some() && control(message).is_some_and(StreamControl::is_cancel_ack);
    if message.kind != Kind::StreamEnd || end.kind != Kind::StreamEnd || documents || moot {
        return;
    }
    sink.report(correlation_place(message), "the stream was already ended").peer(end.frame);
}

//! `a2a/unary-streamed`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, correlation_place, is_a2a, own_track, short};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a method with a single reply is not answered by a stream. The first frame of the stream is reported.
    /// ## Why it matters
    /// The client waits for one response.
    /// ## What to do
    /// Answer with one response or one error.
    pub static UNARY_STREAMED = {
        id: "a2a/unary-streamed", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "4", scope: Exchange, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "tasks/get answered by a stream" => 1, |s| {
                ask(s, "7");
                s.a2a_event("7", 1).a2a_end("7", 2);
            };
            "message/stream answered by a stream" => 0, |s| { s.a2a_stream("7", 1); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let placed = matches!(message.link.role, Role::Part | Role::Terminal) && message.kind.is_stream() && is_a2a(message);
    let first = own_track(message).parts == 0;
    let Some(request) = answered(message).filter(|request| placed && first && request.unary) else { return };
    let text = format!("{} is answered by a stream", short(asked_for(message).as_bytes()));
    sink.report(correlation_place(message), text).peer(request.frame).evidence("method", short(asked_for(message).as_bytes()));
}

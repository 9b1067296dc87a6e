//! `a2a/stream-as-response`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, asks_to_resume, correlation_place, is_a2a, short};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That `message/stream` and `tasks/resubscribe` are answered by a stream.
    /// ## Why it matters
    /// The client waits for events and an end of the stream.
    /// ## What to do
    /// Answer with stream frames, even if there is one event only.
    pub static STREAM_AS_RESPONSE = {
        id: "a2a/stream-as-response", severity: Warning, certainty: Certain,
        clause: Must MAP_A2A "4", scope: Exchange, fault: Responder,
        check: Message(check, Response),
        fixtures: [
            "message/stream answered by a response" => 1, |s| {
                s.a2a_stream_request("7");
                answer(s, "7");
            };
            "message/stream answered by an error" => 0, |s| {
                s.a2a_stream_request("7");
                fail_as(s, "7", "7", -32602);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let ends = message.link.role == Role::Terminal && message.kind == Kind::Response && is_a2a(message);
    let stream = &message.link.stream;
    let resumed = stream.cursor.is_some() && !asks_to_resume(message);
    let Some(request) = answered(message).filter(|request| ends && request.streams && stream.producer.parts == 0 && !resumed) else {
        return;
    };
    let text = format!("{} is answered by a response", short(asked_for(message).as_bytes()));
    sink.report(correlation_place(message), text).peer(request.frame).evidence("method", short(asked_for(message).as_bytes()));
}

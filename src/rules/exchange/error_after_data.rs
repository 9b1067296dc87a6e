//! `exchange/error-after-data`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, correlation_place, is_mcp};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a stream that had begun ended in an error.
    /// ## Why it matters
    /// It is an accepted end of a stream, but the requester holds an unfinished result.
    /// ## What to do
    /// Nothing on the wire is wrong; look why the stream failed.
    pub static ERROR_AFTER_DATA = {
        id: "exchange/error-after-data", severity: Note, certainty: Certain,
        clause: May BRIDGE "2 (A-41)", scope: Exchange, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "an error after one event" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                fail_as(s, "7", "7", -32603);
            };
            "an error instead of a stream" => 0, |s| {
                s.a2a_stream_request("7");
                fail_as(s, "7", "7", -32603);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let stream = &message.link.stream;
    let ends = message.link.role == Role::Terminal && message.kind == Kind::Error;
    if !ends || stream.producer.parts == 0 || stream.cancel.is_some() || is_mcp(message) {
        return;
    }
    let Some(request) = answered(message) else { return };
    let text = format!("an error ended the stream after {} stream frames", stream.producer.parts);
    sink.report(correlation_place(message), text).peer(request.frame).evidence("stream_frames", stream.producer.parts);
}

//! `exchange/mixed-outcome`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, correlation, correlation_place, is_mcp, short};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a reply that began as a stream does not end in a response.
    /// ## Why it matters
    /// A reply is one response or one stream. A receiver of the stream has no place for the response.
    /// ## What to do
    /// End the stream with a stream end; put the last event in it.
    pub static MIXED_OUTCOME = {
        id: "exchange/mixed-outcome", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "2", scope: Exchange, fault: Responder,
        check: Message(check, Response),
        fixtures: [
            "a response after two events" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1).a2a_event("7", 2);
                answer(s, "7");
            };
            "a stream and a response side by side" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                ask(s, "8");
                answer(s, "8");
                s.a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let begun = message.link.stream.producer.parts > 0;
    let exempt = matches!(message.class, CarriageClass::Documents | CarriageClass::Stream) || is_mcp(message);
    if message.link.role != Role::Terminal || message.kind != Kind::Response || !begun || exempt {
        return;
    }
    let Some(request) = answered(message) else { return };
    let text = format!("a response ends the stream under correlation {}", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).peer(request.frame);
    draft.evidence("correlation_hex", correlation(message)).evidence("stream_frames", message.link.stream.producer.parts);
}

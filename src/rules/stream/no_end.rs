//! `stream/no-end`

use crate::rules::context::{ExchangeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a stream was ended before its association ended.
    /// ## Why it matters
    /// The consumer does not know whether it has everything.
    /// ## What to do
    /// End every stream, with an error if need be.
    pub static NO_END = {
        id: "stream/no-end", severity: Note, certainty: Certain,
        clause: Must CC_STREAM "2", scope: Exchange, fault: Responder,
        check: Exchange(check),
        fixtures: [
            "the capture ends in the stream" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
            };
            "an error ends the stream" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                fail_as(s, "7", "7", -32603);
            };
        ],
    }
}

fn check(exchange: &ExchangeCtx<'_>, sink: &mut Sink<'_>) {
    let stream = exchange.stream;
    let producer = exchange.request.initiator.flip();
    let unbroken = exchange.association.state.evidence.is_unbroken(producer);
    if stream.producer.parts > 0 && stream.cancel.is_none() && unbroken {
        let text = format!("the stream did not end after {} events", stream.producer.parts);
        sink.report(None, text).evidence("events", stream.producer.parts);
    }
}

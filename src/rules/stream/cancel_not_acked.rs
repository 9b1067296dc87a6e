//! `stream/cancel-not-acked`

use crate::rules::context::{ExchangeCtx, Sink};

declare_rule! {
    /// ## What it checks
    /// Whether a cancelled stream was ended by its producer before the association ended.
    /// ## Why it matters
    /// The consumer does not learn which event was the last.
    /// ## What to do
    /// Answer a cancel with a stream end.
    pub static CANCEL_NOT_ACKED = {
        id: "stream/cancel-not-acked", severity: Note, certainty: Certain,
        clause: Must CC_STREAM "7.2", scope: Exchange, fault: Responder,
        check: Exchange(check),
        fixtures: [
            "the capture ends after the cancel" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1);
            };
            "the producer ends the stream" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(exchange: &ExchangeCtx<'_>, sink: &mut Sink<'_>) {
    let Some(cancel) = exchange.stream.cancel else { return };
    let producer = exchange.request.initiator.flip();
    if exchange.association.state.evidence.is_unbroken(producer) {
        sink.report(None, "the producer did not end the stream that was cancelled").peer(cancel.frame);
    }
}

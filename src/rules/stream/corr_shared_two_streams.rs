//! `stream/corr-shared-two-streams`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::{correlation, correlation_place, short};
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That two streams that run at once have correlations of their own.
    /// ## Why it matters
    /// Events and their positions cannot be told apart, and a cancel or a resumption names both streams.
    /// ## What to do
    /// Take a fresh correlation for every stream.
    pub static CORR_SHARED_TWO_STREAMS = {
        id: "stream/corr-shared-two-streams", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Association, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "a second stream under the correlation of the first" => 1 also ["stream/no-end", "exchange/unanswered"], |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_stream_request("7");
            };
            "a second stream after the first" => 0, |s| {
                s.a2a_stream("7", 2).a2a_stream("7", 2);
            };
            "two streams under correlations of their own" => 0, |s| {
                s.a2a_stream_request("7").a2a_stream_request("8");
                s.a2a_event("7", 1).a2a_event("8", 1).a2a_end("8", 2).a2a_end("7", 2);
            };
            "a resumption of the stream" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resubscribe("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::Duplicate { outstanding, null_ids: false, cancelled, streams: true } = message.link.role else { return };
    let text = format!("a stream under correlation {} is already running", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(outstanding);
    if cancelled {
        draft.at_most(Severity::Note);
    }
}

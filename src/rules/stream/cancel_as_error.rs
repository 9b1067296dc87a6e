//! `stream/cancel-as-error`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, correlation_place};
use crate::session::arrival::Kind;
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a cancel is answered by a stream end, not by an error.
    /// ## Why it matters
    /// A cancel is no failure; the consumer does not learn which event was the last.
    /// ## What to do
    /// Answer with a stream end whose `cancel_ack` is set.
    pub static CANCEL_AS_ERROR = {
        id: "stream/cancel-as-error", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "7.3", scope: Exchange, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "a transport error answers the cancel" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1);
                s.transport_error(S2c, "7", 4, "cancelled");
            };
            "an error before anybody cancels" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                fail_as(s, "7", "7", -32603);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let ends = message.link.role == Role::Terminal && message.kind == Kind::Error && answered(message).is_some();
    let Some(cancel) = message.link.stream.cancel.filter(|_| ends) else { return };
    let draft = sink.report(correlation_place(message), "an error follows the cancel of the stream").peer(cancel.frame);
    if message.slot.is_some_and(|slot| slot.transport_code().is_none()) {
        draft.at_most(Severity::Warning);
    }
}

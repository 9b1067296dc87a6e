//! `corr/derived-wrong`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a peer that derives its correlations from ids takes the id of another request.
    /// ## Why it matters
    /// The exchange still works, but somebody in the peer has confused two requests.
    /// ## What to do
    /// Look where the peer composes the envelope of this request.
    pub static DERIVED_WRONG = {
        id: "corr/derived-wrong", severity: Warning, certainty: Heuristic,
        clause: Should CC_JSONRPC "8.2", scope: Association, fault: Requester,
        alternative: "Correlations are opaque: the peer may have taken a fresh token that looks like the other id.",
        check: Message(check, Request),
        fixtures: [
            "one correlation is the id of an earlier request" => 1, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                    answer(s, id);
                }
                ask_as(s, "2", "5");
                answer_as(s, "2", "5");
            };
            "one correlation is a fresh token" => 0, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                    answer(s, id);
                }
                ask_as(s, "fresh", "5");
                answer_as(s, "fresh", "5");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(other) = message.link.borrowed.filter(|_| message.link.role == Role::Request && message.link.collides.is_none()) else {
        return;
    };
    let text = format!("correlation {} is the id of another request of this peer", short(correlation(message)));
    sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(other);
}

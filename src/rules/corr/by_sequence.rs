//! `corr/by-sequence`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place};

declare_rule! {
    /// ## What it checks
    /// Whether replies take their correlations in the order of the requests while their ids belong to other requests.
    /// ## Why it matters
    /// The responder pairs by arrival: every reply that overtakes another goes to the wrong caller.
    /// ## What to do
    /// Echo the correlation of the request that the reply answers.
    pub static BY_SEQUENCE = {
        id: "corr/by-sequence", severity: Warning, certainty: Heuristic,
        clause: Must BRIDGE "5", scope: Association, fault: Responder,
        alternative: "Each of the replies may be mispaired for a reason of its own.",
        check: Message(check, Reply),
        fixtures: [
            "three replies in request order with ids in another" => 1 also ["corr/id-mismatch"], |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                }
                for (correlation, id) in [("1", "2"), ("2", "3"), ("3", "4"), ("4", "1")] {
                    answer_as(s, correlation, id);
                }
            };
            "a server that answers in order" => 0, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                }
                for id in ["1", "2", "3", "4"] {
                    answer(s, id);
                }
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.link.by_order {
        let text = "replies carry correlations in the order of the requests while their ids belong to other requests";
        sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message));
    }
}

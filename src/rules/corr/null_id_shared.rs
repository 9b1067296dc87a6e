//! `corr/null-id-shared`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That two outstanding requests with a null id do not share a correlation.
    /// ## Why it matters
    /// Nothing is left that tells the two apart: neither id nor correlation.
    /// ## What to do
    /// Take a fresh correlation for every request with a null id.
    pub static NULL_ID_SHARED = {
        id: "corr/null-id-shared", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "8.4", scope: Association, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "two null ids under the correlation null" => 1 also ["jsonrpc/request-id-null"], |s| {
                ask(s, "null");
                ask(s, "null");
                answer(s, "null");
                answer(s, "null");
            };
            "two null ids under fresh correlations" => 0, |s| {
                ask_as(s, "n1", "null");
                ask_as(s, "n2", "null");
                answer_as(s, "n1", "null");
                answer_as(s, "n2", "null");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::Duplicate { outstanding, null_ids: true, cancelled, .. } = message.link.role else { return };
    let text = format!("two requests with a null id share correlation {}", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(outstanding);
    if cancelled {
        draft.at_most(Severity::Note);
    }
}

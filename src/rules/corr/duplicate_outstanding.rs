//! `corr/duplicate-outstanding`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a request does not use a correlation that an unanswered request of the same peer still uses. Two streams under one
    /// correlation have a rule of their own.
    /// ## Why it matters
    /// The replies cannot be told apart: one caller may take the answer that was meant for another.
    /// ## What to do
    /// Take a fresh correlation for every request, and reuse one only after its final reply.
    pub static DUPLICATE_OUTSTANDING = {
        id: "corr/duplicate-outstanding", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Association, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "a second request under an open correlation" => 1 also ["exchange/unanswered"], |s| {
                ask_as(s, "x", "1");
                ask_as(s, "x", "2");
                answer_as(s, "x", "1");
            };
            "a correlation used again after its reply" => 0, |s| {
                ask(s, "1");
                answer(s, "1");
                ask(s, "1");
                answer(s, "1");
            };
            "both peers use one correlation at once" => 0, |s| {
                s.mcp_session().request(C2s, "ping", "9", "").request(S2c, "ping", "9", "");
                s.respond(S2c, "9", "{}").respond(C2s, "9", "{}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::Duplicate { outstanding, null_ids: false, cancelled, streams: false } = message.link.role else { return };
    let text = format!("correlation {} is already outstanding", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(outstanding);
    if cancelled {
        draft.at_most(Severity::Note);
    }
}

//! `corr/swapped`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{apart, ids};

declare_rule! {
    /// ## What it checks
    /// Whether two replies carry each other's ids.
    /// ## Why it matters
    /// Two callers get each other's answers: data crosses from one to the other.
    /// ## What to do
    /// Look for a carrier that keeps replies in one place and correlations in another.
    pub static SWAPPED = {
        id: "corr/swapped", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "8.1", scope: Association, fault: Responder,
        check: Message(check, OddId),
        fixtures: [
            "two replies changed places" => 1 also ["corr/id-mismatch"], |s| {
                ask(s, "1");
                ask(s, "2");
                answer_as(s, "1", "2");
                answer_as(s, "2", "1");
            };
            "two replies in another order" => 0, |s| {
                ask(s, "1");
                ask(s, "2");
                answer(s, "2");
                answer(s, "1");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|ids| ids.relation == IdRelation::Mismatch) else { return };
    let Some(other) = message.link.swapped_with else { return };
    let [wanted, carried] = &apart(ids.wanted, ids.carried);
    let text = format!("the replies to {carried} and {wanted} carry each other's ids");
    let draft = sink.report(ids.place, text).peer(other);
    draft.evidence("request_id", wanted.as_str()).evidence("reply_id", carried.as_str());
}

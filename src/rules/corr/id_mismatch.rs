//! `corr/id-mismatch`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{apart, ids, is_event};

declare_rule! {
    /// ## What it checks
    /// That a reply carries the JSON-RPC id of the request that its correlation names.
    /// ## Why it matters
    /// The endpoint behind the carrier pairs by id: it gives the answer to the wrong caller, or to none.
    /// ## What to do
    /// Hand the endpoint's object on as it is, under the correlation of the request that it answers.
    pub static ID_MISMATCH = {
        id: "corr/id-mismatch", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Exchange, fault: Responder,
        check: Message(check, OddId),
        fixtures: [
            "the reply to 7 says 8" => 1, |s| {
                ask(s, "7");
                answer_as(s, "7", "8");
            };
            "an e with its accent apart is another string" => 1, |s| {
                ask_as(s, "x", "\"\u{e9}\"");
                answer_as(s, "x", "\"e\u{301}\"");
            };
            "a parse error may have a null id" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "null", -32600);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|_| !is_event(message) && message.link.swapped_with.is_none()) else { return };
    if ids.relation != IdRelation::Mismatch {
        return;
    }
    let Some(request) = message.request() else { return };
    let [wanted, carried] = &apart(ids.wanted, ids.carried);
    let text = format!("the reply carries id {carried}, its request has id {wanted}");
    let draft = sink.report(ids.place, text).peer(request.frame);
    draft.evidence("request_id", wanted.as_str()).evidence("reply_id", carried.as_str());
}

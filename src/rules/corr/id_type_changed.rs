//! `corr/id-type-changed`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{apart, ids, is_event};

declare_rule! {
    /// ## What it checks
    /// That a reply's id has the JSON type of its request's: 7 stays a number, "7" stays a string.
    /// ## Why it matters
    /// Callers compare ids with their type; a reply to "7" wakes nobody who waits for 7.
    /// ## What to do
    /// Copy the id token as it stands in the request.
    pub static ID_TYPE_CHANGED = {
        id: "corr/id-type-changed", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "8.2", scope: Exchange, fault: Responder,
        check: Message(check, OddId),
        fixtures: [
            "a number came back as a string" => 1, |s| {
                ask(s, "7");
                answer_as(s, "7", "\"7\"");
            };
            "a string came back as a number" => 1, |s| {
                ask(s, "\"8\"");
                answer_as(s, "\"8\"", "8");
            };
            "a number came back as a word" => 1, |s| {
                ask(s, "1");
                answer_as(s, "1", "true");
            };
            "a string under a correlation without quotes" => 0, |s| {
                ask_as(s, "8", "\"8\"");
                answer_as(s, "8", "\"8\"");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|_| !is_event(message)) else { return };
    if ids.relation != IdRelation::TypeChanged {
        return;
    }
    let Some(request) = message.request() else { return };
    let [wanted, carried] = &apart(ids.wanted, ids.carried);
    let text = format!("the reply carries id {carried}, its request has id {wanted}: another type");
    let draft = sink.report(ids.place, text).peer(request.frame);
    draft.evidence("request_id", wanted.as_str()).evidence("reply_id", carried.as_str());
}

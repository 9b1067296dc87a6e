//! `corr/success-null-id`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{ids, is_event, short};

declare_rule! {
    /// ## What it checks
    /// That a success reply carries null as its id only when its request did.
    /// ## Why it matters
    /// Null stands for an id that could not be read. A result proves that the request was.
    /// ## What to do
    /// Copy the id of the request.
    pub static SUCCESS_NULL_ID = {
        id: "corr/success-null-id", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Exchange, fault: Responder,
        check: Message(check, OddId),
        fixtures: [
            "a result with id null" => 1, |s| {
                ask(s, "5");
                answer_as(s, "5", "null");
            };
            "a result with id null for a request with id null" => 0, |s| {
                ask_as(s, "x", "null");
                answer_as(s, "x", "null");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|_| !is_event(message)) else { return };
    if ids.relation != IdRelation::NullInSuccess {
        return;
    }
    let Some(request) = message.request().filter(|request| request.dialect != Dialect::Toa) else { return };
    let text = format!("the result carries a null id, its request has id {}", short(ids.wanted));
    let draft = sink.report(ids.place, text).peer(request.frame);
    draft.evidence("request_id", short(ids.wanted)).evidence("reply_id", "null");
}

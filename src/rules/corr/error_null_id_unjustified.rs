//! `corr/error-null-id-unjustified`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::loses_id;
use crate::rules::fixture::*;
use crate::rules::reading::{ids, is_event, short};

declare_rule! {
    /// ## What it checks
    /// That an error reply carries a null id only where the id of its request could not be read.
    /// ## Why it matters
    /// The caller waits for its id and never learns of the error.
    /// ## What to do
    /// Keep the id as soon as it was read, and answer with it whatever fails later.
    pub static ERROR_NULL_ID_UNJUSTIFIED = {
        id: "corr/error-null-id-unjustified", severity: Warning, certainty: Heuristic,
        clause: Must CC_JSONRPC "6", scope: Exchange, fault: Responder,
        alternative: "The endpoint may have failed to read the id for a reason that is not visible here.",
        check: Message(check, OddId),
        fixtures: [
            "method not found, yet the id is null" => 1, |s| {
                ask(s, "5");
                fail_as(s, "5", "null", -32601);
            };
            "the string null came back as null" => 1, |s| {
                ask(s, "\"null\"");
                fail_as(s, "\"null\"", "null", -32601);
            };
            "parse error with a null id" => 0, |s| {
                ask(s, "5");
                fail_as(s, "5", "null", -32700);
            };
            "invalid request with a null id" => 0, |s| {
                ask(s, "5");
                fail_as(s, "5", "null", -32600);
            };
        ],
    }
}

/// Codes that say the request could not be read: parse error, invalid request.
const UNREADABLE: [i64; 2] = [-32700, -32600];

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|_| !is_event(message)) else { return };
    if ids.relation != IdRelation::NullInError || ids.code.is_some_and(|code| UNREADABLE.contains(&code)) {
        return;
    }
    let Some(request) =
        message.request().filter(|request| !request.defective && request.dialect != Dialect::Toa && !loses_id(request, ids.code))
    else {
        return;
    };
    let text = format!("the error carries a null id although its request's id {} can be read", short(ids.wanted));
    let draft = sink.report(ids.place, text).peer(request.frame).evidence("request_id", short(ids.wanted));
    match ids.code {
        Some(code) => draft.evidence("code", code),
        None => draft,
    };
}

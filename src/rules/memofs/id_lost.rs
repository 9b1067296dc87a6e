//! `memofs/id-lost`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::loses_id;
use crate::rules::fixture::*;
use crate::rules::reading::{ids, short};

declare_rule! {
    /// ## What it checks
    /// That an error about a request that failed a check carries the request's id, where it can be read. The published handler loses
    /// it.
    /// ## Why it matters
    /// A client that pairs by id waits for ever; the correlation still pairs.
    /// ## What to do
    /// Take the id from the request before validating it.
    pub static ID_LOST = {
        id: "memofs/id-lost", severity: Warning, certainty: Certain,
        clause: Must JSONRPC "5 (A-66)", scope: Exchange, fault: Responder,
        check: Dialect(check, OddId),
        fixtures: [
            "a null id for params by position" => 1 also ["memofs/params-array"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[1]}"#);
                refuses_with(s, "null", -32602);
            };
            "the id of the request" => 0 also ["memofs/params-array"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[1]}"#);
                refuses_with(s, "1", -32602);
            };
            "a null id for an id that is none" => 0 also ["memofs/id-type"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":{},"method":"recall"}"#);
                refuses_with(s, "null", -32600);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(ids), Some(request)) = (ids(message), message.request()) else { return };
    if ids.relation == IdRelation::NullInError && loses_id(request, ids.code) {
        let text = format!("the error carries a null id although its request's id {} can be read", short(ids.wanted));
        sink.report(ids.place, text).peer(request.frame).evidence("request_id", short(ids.wanted));
    }
}

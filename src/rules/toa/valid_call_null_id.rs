//! `toa/valid-call-null-id`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::bridge::dialect::CallFault;
use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::ended;
use crate::rules::fixture::*;
use crate::rules::reading::{ids, short};
use crate::session::link::Request;

declare_rule! {
    /// ## What it checks
    /// That a call with an id is answered with it.
    /// ## Why it matters
    /// A client that pairs by id waits for ever.
    /// ## What to do
    /// Answer with the id of the call.
    pub static VALID_CALL_NULL_ID = {
        id: "toa/valid-call-null-id", severity: Error, certainty: Certain,
        clause: Must TOA "what refuses", scope: Exchange, fault: Responder,
        check: Dialect(check, OddId),
        fixtures: [
            "a null id in an error" => 1, |s| {
                toa(s, "pots/GET", "");
                refuses_with(s, "null", -32603);
            };
            "a null id in a result" => 1, |s| {
                toa(s, "pots/GET", "");
                gives(s, r#"{"jsonrpc":"2.0","id":null,"result":[]}"#);
            };
            "a null id for a null id" => 0 also ["jsonrpc/request-id-null"], |s| {
                toa_object(s, "pots/GET", r#"{"jsonrpc":"2.0","id":null,"method":"pots/GET"}"#);
                gives(s, r#"{"jsonrpc":"2.0","id":null,"result":[]}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let valid =
        |request: &&Request| !request.faults.has_any(&[CallFault::Unreadable, CallFault::NotObject, CallFault::Version, CallFault::Method]);
    let (Some(ids), Some(request)) = (ids(message), ended(message, Dialect::Toa).filter(valid)) else { return };
    if matches!(ids.relation, IdRelation::NullInError | IdRelation::NullInSuccess) {
        let text = format!("a call with id {} is answered with id null", short(ids.wanted));
        sink.report(ids.place, text).peer(request.frame).evidence("request_id", short(ids.wanted));
    }
}

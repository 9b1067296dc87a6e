//! `toa/invalid-call-id`

use crate::bridge::dialect::CallFault;
use crate::bridge::mapping::Dialect;
use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, reply};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, is_foreign_reply};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::link::Request;

declare_rule! {
    /// ## What it checks
    /// That a call without version 2.0 or without a method is answered with id null.
    /// ## Why it matters
    /// Nothing about such a call is trustworthy enough to answer to.
    /// ## What to do
    /// Answer with id null.
    pub static INVALID_CALL_ID = {
        id: "toa/invalid-call-id", severity: Error, certainty: Certain,
        clause: Must TOA "what refuses", scope: Exchange, fault: Responder,
        check: Dialect(check, Reply),
        fixtures: [
            "the call's own id" => 1 also ["jsonrpc/version-missing"], |s| {
                toa_object(s, "pots/GET", r#"{"id":1,"method":"pots/GET"}"#);
                refuses_with(s, "1", -32600);
            };
            "a null id" => 0 also ["jsonrpc/version-missing"], |s| {
                toa_object(s, "pots/GET", r#"{"id":1,"method":"pots/GET"}"#);
                refuses_with(s, "null", -32600);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let invalid = |request: &&Request| request.faults.has_any(&[CallFault::Version, CallFault::Method]);
    let Some(request) = ended(message, Dialect::Toa).filter(invalid) else { return };
    let Some(json) = reply(message).filter(|_| is_foreign_reply(message)) else { return };
    let Some(id) = json.id.filter(|id| id.kind != Json::Null && request.id.as_deref() == Some(json.raw(*id))) else { return };
    let found = short(json.raw(id));
    sink.report(at(id), format!("what is no call is answered with its id {found}, not null")).peer(request.frame).evidence("id", found);
}

//! `toa/no-404`

use crate::bridge::dialect::toa::{INTERNAL_ERROR, UNREADABLE};
use crate::bridge::mapping::Dialect;
use crate::codec::json::token::Token;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, failure};
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// Whether an empty result is reported as an error.
    /// ## Why it matters
    /// JSON-RPC has no 404: a call that returned nothing answers `result: null`, and nothing went wrong.
    /// ## What to do
    /// Answer `result: null`; an operation that refuses answers -32001 with its own code.
    pub static NO_404 = {
        id: "toa/no-404", severity: Error, certainty: Heuristic,
        clause: Must TOA "what answers", scope: Exchange, fault: Responder,
        alternative: "The operation itself may have failed because something that it needs is not there.",
        check: Dialect(check, Error),
        fixtures: [
            "code 404" => 1, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a"}"#);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":404,"message":"Not Found"}}"#);
            };
            "the operation's own code" => 0, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a"}"#);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"not found","data":{"code":"NOT_FOUND"}}}"#);
            };
        ],
    }
}

/// Words for an empty result, in lower case.
const EMPTY: [&[u8]; 5] = [b"not found", b"no content", b"no result", b"does not exist", b"nothing found"];

/// Whether a failure tells of an empty result.
pub(super) fn tells_of_nothing(message: &MessageCtx<'_>) -> bool {
    let Some((json, error, code, _)) = failure(message) else { return false };
    let known = message.mapping.is_some_and(|mapping| mapping.defines_code(code)) || UNREADABLE.contains(&code);
    let says = |token: Token| {
        let lower = json.raw(token).to_ascii_lowercase();
        EMPTY.iter().any(|words| memchr::memmem::find(&lower, words).is_some())
    };
    let sayable = !known || code == INTERNAL_ERROR;
    is_toa(message) && (code == 404 || (sayable && error.message.is_some_and(says)))
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::Toa).filter(|request| request.faults.is_none() && tells_of_nothing(message)) else {
        return;
    };
    let Some((_, _, code, token)) = failure(message) else { return };
    sink.report(at(token), "an empty result is reported as an error").peer(request.frame).evidence("code", code);
}

//! `memofs/invalid-request-code`

use crate::bridge::dialect::CallFault;
use crate::bridge::dialect::memofs::{INVALID_PARAMS, INVALID_REQUEST};
use crate::bridge::mapping::Dialect;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ENVELOPE_CHECKS, ended, failure};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That an object that is no request is answered with -32600.
    /// ## Why it matters
    /// A client cannot tell what was wrong.
    /// ## What to do
    /// Answer -32600.
    pub static INVALID_REQUEST_CODE = {
        id: "memofs/invalid-request-code", severity: Warning, certainty: Certain,
        clause: Must MEMOFS "error codes", scope: Exchange, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "-32603 for a wrong version" => 1 also ["memofs/version"], |s| {
                memofs(s, r#"{"jsonrpc":"1.0","id":1,"method":"recall"}"#);
                refuses_with(s, "1", -32603);
            };
            "-32600" => 0 also ["memofs/version"], |s| {
                memofs(s, r#"{"jsonrpc":"1.0","id":1,"method":"recall"}"#);
                refuses_with(s, "1", -32600);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::MemoFs).filter(|request| request.faults.has_any(&ENVELOPE_CHECKS)) else { return };
    let Some((_, _, code, token)) = failure(message) else { return };
    // Where the params are wrong as well, either check may come first.
    let either = code == INVALID_PARAMS && request.faults.has(CallFault::Params);
    if code != INVALID_REQUEST && !either {
        let text = format!("an object that is no request is answered with {code}, not {INVALID_REQUEST}");
        sink.report(at(token), text).peer(request.frame).evidence("code", code);
    }
}

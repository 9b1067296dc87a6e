//! `memofs/parse-code`

use crate::bridge::dialect::CallFault;
use crate::bridge::dialect::memofs::PARSE_ERROR;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, failure};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a request that is no JSON is answered with -32700.
    /// ## Why it matters
    /// A client cannot tell its own slip from a failure of the server.
    /// ## What to do
    /// Answer -32700.
    pub static PARSE_CODE = {
        id: "memofs/parse-code", severity: Warning, certainty: Certain,
        clause: Must MEMOFS "error codes", scope: Exchange, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "-32603" => 1 also ["jsonrpc/not-json"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"me"#);
                refuses_with(s, "null", -32603);
            };
            "-32700" => 0 also ["jsonrpc/not-json"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"me"#);
                refuses_with(s, "null", -32700);
            };
            "a transport error of the carrier" => 0 also ["jsonrpc/not-json"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"me"#).protocol(BOUND).transport_error(S2c, "1", 1, "no JSON");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::MemoFs).filter(|request| request.faults.has(CallFault::Unreadable)) else { return };
    let Some((_, _, code, token)) = failure(message).filter(|(_, _, code, _)| *code != PARSE_ERROR) else { return };
    let text = format!("a request that is no JSON is answered with {code}, not {PARSE_ERROR}");
    sink.report(at(token), text).peer(request.frame).evidence("code", code);
}

//! `memofs/params-code`

use crate::bridge::dialect::CallFault;
use crate::bridge::dialect::memofs::INVALID_PARAMS;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ENVELOPE_CHECKS, ended, failure};
use crate::rules::fixture::*;
use crate::session::link::Request;

declare_rule! {
    /// ## What it checks
    /// That params that are no object are answered with -32602.
    /// ## Why it matters
    /// A client cannot tell what was wrong.
    /// ## What to do
    /// Answer -32602.
    pub static PARAMS_CODE = {
        id: "memofs/params-code", severity: Warning, certainty: Certain,
        clause: Must MEMOFS "error codes", scope: Exchange, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "-32600" => 1 also ["memofs/params-array"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[1]}"#);
                refuses_with(s, "1", -32600);
            };
            "-32602" => 0 also ["memofs/params-array"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[1]}"#);
                refuses_with(s, "1", -32602);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = |request: &&Request| request.faults.has(CallFault::Params) && !request.faults.has_any(&ENVELOPE_CHECKS);
    let Some(request) = ended(message, Dialect::MemoFs).filter(judged) else { return };
    let Some((_, _, code, token)) = failure(message).filter(|(_, _, code, _)| *code != INVALID_PARAMS) else { return };
    let text = format!("params that are no object are answered with {code}, not {INVALID_PARAMS}");
    sink.report(at(token), text).peer(request.frame).evidence("code", code);
}

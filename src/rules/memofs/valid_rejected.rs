//! `memofs/valid-rejected`

use crate::bridge::dialect::memofs::INVALID_REQUEST;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, failure};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a request that passes every check is not refused as no request.
    /// ## Why it matters
    /// A conformant client is shut out.
    /// ## What to do
    /// Refuse parameters of a method with -32602.
    pub static VALID_REJECTED = {
        id: "memofs/valid-rejected", severity: Warning, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Exchange, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "-32600 for a plain request" => 1, |s| {
                memofs(s, RECALL);
                refuses_with(s, "1", -32600);
            };
            "-32602 for a plain request" => 0, |s| {
                memofs(s, RECALL);
                refuses_with(s, "1", -32602);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::MemoFs).filter(|request| request.faults.is_none() && request.id.is_some()) else { return };
    let Some((_, _, code, token)) = failure(message).filter(|(_, _, code, _)| *code == INVALID_REQUEST) else { return };
    let text = format!("a request that passes every check is answered with {code}");
    sink.report(at(token), text).peer(request.frame).evidence("code", code);
}

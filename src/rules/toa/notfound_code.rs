//! `toa/notfound-code`

use crate::bridge::dialect::CallFault;
use crate::bridge::dialect::toa::NO_ROUTE;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, failure};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a call of a name that no route can have is refused with -32601.
    /// ## Why it matters
    /// A caller cannot tell that the name is wrong.
    /// ## What to do
    /// Answer -32601.
    pub static NOTFOUND_CODE = {
        id: "toa/notfound-code", severity: Warning, certainty: Heuristic,
        clause: Must TOA "error codes", scope: Exchange, fault: Responder,
        alternative: "Something else may have been wrong with the call first, such as its credential.",
        check: Dialect(check, Error),
        fixtures: [
            "-32602 for a name without a verb" => 1 also ["toa/name-no-verb", "safety/failsafe-applied"], |s| {
                toa(s, "pots", "");
                refuses_with(s, "1", -32602);
            };
            "-32601" => 0 also ["toa/name-no-verb"], |s| {
                toa(s, "pots", "");
                refuses_with(s, "1", -32601);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::Toa).filter(|request| request.faults.has(CallFault::Name)) else { return };
    let Some((_, _, code, token)) = failure(message).filter(|(_, _, code, _)| *code != NO_ROUTE) else { return };
    let text = format!("a name that no route can have is refused with {code}, not {NO_ROUTE}");
    let draft = sink.report(at(token), text).peer(request.frame).evidence("code", code);
    // A code that the gateway does not have is spoken of already.
    if !message.mapping.is_some_and(|mapping| mapping.defines_code(code)) {
        draft.at_most(Severity::Note);
    }
}

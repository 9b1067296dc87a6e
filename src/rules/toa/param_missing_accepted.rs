//! `toa/param-missing-accepted`

use crate::bridge::dialect::CallFault;
use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, result};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a call without a value for a variable of its name is not answered with a result.
    /// ## Why it matters
    /// The gateway called something, but not what was asked.
    /// ## What to do
    /// Answer -32602.
    pub static PARAM_MISSING_ACCEPTED = {
        id: "toa/param-missing-accepted", severity: Warning, certainty: Certain,
        clause: Must TOA "error codes", scope: Exchange, fault: Responder,
        check: Dialect(check, Response),
        fixtures: [
            "a result" => 1 also ["toa/param-missing"], |s| {
                toa(s, "pots/_id/GET", "{}");
                gives_null(s);
            };
            "-32602" => 0 also ["toa/param-missing"], |s| {
                toa(s, "pots/_id/GET", "{}");
                refuses_with(s, "1", -32602);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::Toa).filter(|request| request.faults.has(CallFault::Variable)) else { return };
    if result(message).is_some() {
        let text = "a call without a value for a variable of its name is answered with a result";
        sink.report(Some(message.foreign_place()), text).peer(request.frame);
    }
}

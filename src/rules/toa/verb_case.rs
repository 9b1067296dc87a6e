//! `toa/verb-case`

use crate::bridge::dialect::toa::name::{VerbFault, verb, verb_fault};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That the verb is in capitals.
    /// ## Why it matters
    /// Names are compared as they are: the gateway answers -32601.
    /// ## What to do
    /// Write the verb as the route declares it.
    pub static VERB_CASE = {
        id: "toa/verb-case", severity: Error, certainty: Certain,
        clause: Must TOA "the name", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "a verb in small letters" => 1 also ["safety/failsafe-applied"], |s| {
                toa(s, "pots/get", "");
                refuses_with(s, "1", -32601);
            };
            "a segment in small letters" => 0, |s| {
                toa(s, "get/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(mapping)) = (toa_call(message), message.mapping) else { return };
    if verb_fault(message.method, mapping) == Some(VerbFault::Case) {
        let text = format!("{} ends with a verb in another case", short(message.method));
        sink.report(json.method.and_then(at), text).evidence("segment", short(verb(message.method)));
    }
}

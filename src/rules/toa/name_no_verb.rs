//! `toa/name-no-verb`

use crate::bridge::dialect::toa::name::{VerbFault, has_stray_slash, verb, verb_fault};
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the last segment of a name is a verb.
    /// ## Why it matters
    /// No route has such a name: the gateway answers -32601.
    /// ## What to do
    /// Put the verb last: `pots/GET`.
    pub static NAME_NO_VERB = {
        id: "toa/name-no-verb", severity: Error, certainty: Certain,
        clause: Must TOA "the name", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "a route without a verb" => 1 also ["safety/failsafe-applied"], |s| {
                toa(s, "pots", "");
                refuses_with(s, "1", -32601);
            };
            "a verb that is not on the list, which is worth a warning (A-64)" => 1 also ["safety/failsafe-applied"], |s| {
                toa(s, "pots/PURGE", "");
                refuses_with(s, "1", -32601);
            };
            "a verb word as a segment" => 0, |s| {
                toa_as(s, "pots/GET/POST", "{}", Effect::NonIdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(mapping)) = (toa_call(message), message.mapping) else { return };
    let most = match verb_fault(message.method, mapping) {
        Some(VerbFault::None) if !has_stray_slash(message.method) => Severity::Error,
        Some(VerbFault::Unknown) => Severity::Warning,
        _ => return,
    };
    let text = format!("{} does not end with a verb", short(message.method));
    sink.report(json.method.and_then(at), text).at_most(most).evidence("segment", short(verb(message.method)));
}

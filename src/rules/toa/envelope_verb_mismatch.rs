//! `toa/envelope-verb-mismatch`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::dialects::verbs_differ;
use crate::rules::fixture::*;
use crate::rules::reading::{apart, short};

declare_rule! {
    /// ## What it checks
    /// That the envelope names the verb that the object has.
    /// ## Why it matters
    /// A gateway that reads only the envelope lets a call pass as another one.
    /// ## What to do
    /// Copy the method of the object into the envelope.
    pub static ENVELOPE_VERB_MISMATCH = {
        id: "toa/envelope-verb-mismatch", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Sender,
        check: Dialect(check, Call),
        fixtures: [
            "the envelope says GET, the object DELETE" => 1 also ["safety/failsafe-applied", "jsonrpc/method-mismatch-accepted"], |s| {
                toa_object(s, "pots/_id/GET", r#"{"jsonrpc":"2.0","id":1,"method":"pots/_id/DELETE","params":{"id":"a"}}"#);
                gives_null(s);
            };
            "another route with the same verb" => 0 also ["jsonrpc/method-mismatch"], |s| {
                toa_object(s, "cups/GET", r#"{"jsonrpc":"2.0","id":1,"method":"pots/GET"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(envelope), Some((named, own))) = (message.envelope, verbs_differ(message)) else { return };
    let [named, own] = apart(named, own);
    let text = format!("the envelope says {named}, the object {own}");
    let draft = sink.report(payload(envelope.method_span()), text);
    draft.evidence("envelope_method", short(envelope.method)).evidence("object_method", short(message.method));
}

//! `toa/label-by-verb`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// That a call with a verb that changes something carries a `SafetyLabel`.
    /// ## Why it matters
    /// A receiver treats it as destructive, or it slips through. No mapping document classifies the verbs: the class is inferred from
    /// HTTP.
    /// ## What to do
    /// Label the call by its verb.
    pub static LABEL_BY_VERB = {
        id: "toa/label-by-verb", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "7", scope: Frame, fault: Requester,
        check: Dialect(check, Unlabelled),
        fixtures: [
            "POST without label" => 1 also ["safety/failsafe-applied"], |s| {
                toa(s, "pots/POST", r#"{"title":"x"}"#);
                gives_null(s);
            };
            "GET without label" => 0, |s| {
                toa(s, "pots/GET", "");
                gives_null(s);
            };
            "POST with its label" => 0, |s| {
                toa_as(s, "pots/POST", r#"{"title":"x"}"#, Effect::NonIdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if is_toa(message) && missing(message) == Some(Missing::Must) {
        report(message, sink, "its verb changes something");
    }
}

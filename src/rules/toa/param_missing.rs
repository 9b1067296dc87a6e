//! `toa/param-missing`

use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_params;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That params have a value for every variable of the name.
    /// ## Why it matters
    /// The gateway must answer -32602.
    /// ## What to do
    /// Give every variable that the name marks.
    pub static PARAM_MISSING = {
        id: "toa/param-missing", severity: Error, certainty: Certain,
        clause: Must TOA "error codes", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "no value for the variable" => 1, |s| {
                toa(s, "pots/_id/GET", "{}");
                refuses_with(s, "1", -32602);
            };
            "no params at all" => 1, |s| {
                toa(s, "pots/_id/GET", "");
                refuses_with(s, "1", -32602);
            };
            "every variable has a value" => 0, |s| {
                toa(s, "a/_x/b/_y/GET", r#"{"y":"2","x":1}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, params)) = toa_params(message) else { return };
    let Some(first) = params.missing.first() else { return };
    let place = json.params.or(json.method).and_then(at);
    let text = format!("params have no value for the variable {} of {}", short(first), short(message.method));
    sink.report(place, text).evidence("variable", short(first)).evidence("count", params.missing.len());
}

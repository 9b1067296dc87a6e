//! `toa/params-not-object`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_call;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That params are an object: they are by name.
    /// ## Why it matters
    /// The gateway takes variables, query and body from the names.
    /// ## What to do
    /// Name the parameters.
    pub static PARAMS_NOT_OBJECT = {
        id: "toa/params-not-object", severity: Error, certainty: Certain,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "params by position" => 1, |s| {
                toa(s, "pots/_id/GET", r#"["a"]"#);
                refuses_with(s, "1", -32602);
            };
            "params by name" => 0, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a"}"#);
                gives_null(s);
            };
            "no params" => 0, |s| {
                toa(s, "pots/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(params) = toa_call(message).and_then(|json| json.params).filter(|params| params.kind != Json::Object) else { return };
    let text = format!("params are of type {}, not an object", params.kind.name());
    sink.report(at(params), text).evidence("type", params.kind.name());
}

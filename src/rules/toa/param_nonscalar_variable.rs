//! `toa/param-nonscalar-variable`

use crate::bridge::dialect::toa::params::REST;
use crate::codec::json::token::Kind as Json;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::toa_params;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That the value of a variable is a text, a number or a boolean.
    /// ## Why it matters
    /// A segment of a path cannot be an object.
    /// ## What to do
    /// Put what is no text into the body or the query.
    pub static PARAM_NONSCALAR_VARIABLE = {
        id: "toa/param-nonscalar-variable", severity: Warning, certainty: Certain,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        check: Dialect(check, Call),
        fixtures: [
            "an object" => 1, |s| {
                toa(s, "pots/_id/GET", r#"{"id":{"a":1}}"#);
                refuses_with(s, "1", -32602);
            };
            "null" => 1, |s| {
                toa(s, "pots/_id/GET", r#"{"id":null}"#);
                refuses_with(s, "1", -32602);
            };
            "a number" => 0, |s| {
                toa(s, "pots/_id/GET", r#"{"id":7}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((_, params)) = toa_params(message) else { return };
    let rest = params.rest.map(|token| (REST.to_vec(), token));
    let mut values = params.variables.into_iter().chain(rest);
    if let Some((name, token)) = values.find(|(_, token)| matches!(token.kind, Json::Object | Json::Array | Json::Null)) {
        let text = format!("the value of the variable {} is of type {}", short(&name), token.kind.name());
        sink.report(at(token), text).evidence("variable", short(&name)).evidence("type", token.kind.name());
    }
}

//! `toa/get-with-body`

use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{has_verb, toa_params};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::toa::query_flat::is_query_word;

declare_rule! {
    /// ## What it checks
    /// Whether a call with GET, HEAD or DELETE has parameters beyond variables and query: they become a body.
    /// ## Why it matters
    /// Such a request has no body that anybody reads.
    /// ## What to do
    /// Put them into `query`.
    pub static GET_WITH_BODY = {
        id: "toa/get-with-body", severity: Warning, certainty: Heuristic,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        alternative: "The operation may read its input from there.",
        check: Dialect(check, Call),
        fixtures: [
            "a body on GET" => 1, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a","title":"x"}"#);
                gives_null(s);
            };
            "a variable under another name" => 0 also ["toa/param-missing"], |s| {
                toa(s, "pots/_id/GET", r#"{"_id":"a"}"#);
                refuses_with(s, "1", -32602);
            };
            "a query on GET" => 0, |s| {
                toa(s, "pots/_id/GET", r#"{"id":"a","query":{"omit":1}}"#);
                gives_null(s);
            };
            "a body on POST" => 0, |s| {
                toa_as(s, "pots/POST", r#"{"title":"x"}"#, Effect::NonIdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, params)) = toa_params(message).filter(|_| has_verb(message, &["GET", "HEAD", "DELETE"])) else { return };
    // Where a variable has no value, what is left is rather the value under another name.
    if !params.missing.is_empty() || params.lacks_rest {
        return;
    }
    let get = has_verb(message, &["GET"]);
    let mut left = params.left.iter().filter(|(name, _)| !(get && is_query_word(name)));
    if let Some((name, token)) = left.next() {
        let text = format!("{} with a verb that has no body has the parameter {}", short(message.method), short(name));
        sink.report(json.params.or(Some(*token)).and_then(at), text).evidence("key", short(name)).evidence("count", left.count() + 1);
    }
}

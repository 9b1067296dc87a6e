//! `toa/query-flat`

use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{has_verb, toa_params};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the words of a query, such as criteria, limit, omit or sort, stand beside `query` on a GET.
    /// ## Why it matters
    /// They become a body, and the query is empty.
    /// ## What to do
    /// Put them into `query`.
    pub static QUERY_FLAT = {
        id: "toa/query-flat", severity: Warning, certainty: Heuristic,
        clause: Must TOA "the parameters", scope: Frame, fault: Requester,
        alternative: "The operation may have an input of that name.",
        check: Dialect(check, Call),
        fixtures: [
            "criteria beside the query" => 1, |s| {
                toa(s, "pots/GET", r#"{"criteria":"volume=gt=1","limit":10}"#);
                gives_null(s);
            };
            "criteria in the query" => 0, |s| {
                toa(s, "pots/GET", r#"{"query":{"criteria":"volume=gt=1"}}"#);
                gives_null(s);
            };
            "a limit in a body" => 0, |s| {
                toa_as(s, "pots/POST", r#"{"limit":10}"#, Effect::NonIdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

/// Words of a query.
const WORDS: [&[u8]; 8] = [b"criteria", b"limit", b"omit", b"sort", b"projection", b"select", b"offset", b"skip"];

/// Whether a key is one of a query.
pub(super) fn is_query_word(name: &[u8]) -> bool {
    WORDS.contains(&name)
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((_, params)) = toa_params(message).filter(|_| has_verb(message, &["GET"])) else { return };
    if let Some((name, token)) = params.left.iter().find(|(name, _)| is_query_word(name)) {
        let text = format!("{} stands beside the query of {}", short(name), short(message.method));
        sink.report(at(*token), text).evidence("key", short(name));
    }
}

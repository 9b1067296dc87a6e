//! `memofs/request-not-object`

use crate::codec::json::token::Kind as Json;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_text;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a request is a JSON object: the library knows no batches.
    /// ## Why it matters
    /// The library answers -32600 and nobody learns what was asked.
    /// ## What to do
    /// Send every call as an object of its own.
    pub static REQUEST_NOT_OBJECT = {
        id: "memofs/request-not-object", severity: Error, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Frame, fault: Requester,
        check: Dialect(check, OddText),
        fixtures: [
            "an array of calls" => 1, |s| {
                memofs(s, &format!("[{RECALL},{RECALL}]"));
                refuses_with(s, "null", -32600);
            };
            "a text" => 1, |s| {
                memofs(s, r#""recall""#);
                refuses_with(s, "null", -32600);
            };
            "an object" => 0, |s| {
                memofs(s, RECALL);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = memofs_text(message).filter(|json| !json.is_object()) else { return };
    let found = json.scan.kind.map_or("value", Json::name);
    sink.report(Some(message.foreign_place()), format!("the request is of type {found}, not an object")).evidence("type", found);
}

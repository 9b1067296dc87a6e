//! `memofs/internal-leak`

use crate::bridge::dialect::memofs::INTERNAL_ERROR;
use crate::codec::json::text;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::is_memofs;

declare_rule! {
    /// ## What it checks
    /// Whether the message of an internal error looks like the text of an exception, a path, or SQL. The published handler copies it.
    /// ## Why it matters
    /// The message crosses a trust boundary.
    /// ## What to do
    /// Say that something failed; log what it was.
    pub static INTERNAL_LEAK = {
        id: "memofs/internal-leak", severity: Warning, certainty: Heuristic,
        clause: Should MEMOFS "request handler", scope: Frame, fault: Responder,
        alternative: "The text may be meant for the client.",
        check: Dialect(check, Error),
        fixtures: [
            "the text of an exception" => 1, |s| {
                memofs(s, RECALL);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"TypeError: Cannot read properties of undefined (reading 'id')"}}"#);
            };
            "SQL" => 1, |s| {
                memofs(s, RECALL);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"SQLITE_CONSTRAINT: UNIQUE constraint failed: memories.id"}}"#);
            };
            "a plain message" => 0, |s| {
                memofs(s, RECALL);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Select a project first"}}"#);
            };
        ],
    }
}

/// What gives away an exception, a path or SQL, in lower case: both words of a pair.
const SIGNS: [(&str, &str); 31] = [
    ("typeerror", ""),
    ("referenceerror", ""),
    ("rangeerror", ""),
    ("syntaxerror", ""),
    ("exception", ""),
    ("cannot read propert", ""),
    ("is not a function", ""),
    ("undefined is not", ""),
    ("enoent", ""),
    ("eacces", ""),
    ("econnrefused", ""),
    ("traceback", ""),
    ("stack trace", ""),
    ("    at ", ""),
    ("node_modules", ""),
    ("/home/", ""),
    ("/usr/", ""),
    ("/var/", ""),
    ("/opt/", ""),
    ("/srv/", ""),
    ("/app/", ""),
    ("c:\\", ""),
    ("sqlite_", ""),
    ("sqlstate", ""),
    ("select ", " from "),
    ("insert into ", ""),
    ("delete from ", ""),
    ("syntax error at or near", ""),
    ("duplicate key value", ""),
    ("constraint failed", ""),
    ("relation ", "does not exist"),
];

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let internal = |code: i64| is_memofs(message) && code == INTERNAL_ERROR;
    let Some((json, error, _, _)) = failure(message).filter(|(_, _, code, _)| internal(*code)) else { return };
    let Some(token) = error.message else { return };
    let lower = text::decode(json.raw(token)).to_ascii_lowercase();
    let says = |word: &str| memchr::memmem::find(&lower, word.as_bytes()).is_some();
    if let Some((sign, _)) = SIGNS.iter().find(|(first, second)| says(first) && says(second)) {
        let text = format!("the message of an internal error gives internals away: {}", sign.trim());
        sink.report(at(token), text).evidence("length", token.span.len());
    }
}

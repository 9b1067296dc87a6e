//! `memofs/internal-leak`

use crate::bridge::dialect::memofs::INTERNAL_ERROR;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::{is_memofs, short};

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
        check: Message(check, Error),
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
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#);
            };
        ],
    }
}

/// What gives away an exception, a path or SQL, in lower case.
const SIGNS: [&[u8]; 26] = [
    b"typeerror",
    b"referenceerror",
    b"rangeerror",
    b"syntaxerror",
    b"exception",
    b"cannot read propert",
    b"is not a function",
    b"undefined is not",
    b"enoent",
    b"eacces",
    b"econnrefused",
    b"stack trace",
    b"traceback",
    b"    at ",
    b"node_modules",
    b"/home/",
    b"/usr/",
    b"/var/",
    b"/app/",
    b"c:\\\\",
    b"sqlite_",
    b"select ",
    b"insert into ",
    b"syntax error at or near",
    b"duplicate key value",
    b"constraint failed",
];

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let internal = |code: i64| is_memofs(message) && code == INTERNAL_ERROR;
    let Some((json, error, _, _)) = failure(message).filter(|(_, _, code, _)| internal(*code)) else { return };
    let Some(token) = error.message else { return };
    let lower = json.raw(token).to_ascii_lowercase();
    if let Some(sign) = SIGNS.iter().find(|sign| memchr::memmem::find(&lower, sign).is_some()) {
        let text = format!("the message of an internal error gives internals away: {}", short(sign.trim_ascii()));
        sink.report(at(token), text).evidence("length", token.span.len());
    }
}

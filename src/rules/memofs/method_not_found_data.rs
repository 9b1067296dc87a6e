//! `memofs/method-not-found-data`

use crate::bridge::dialect::memofs::METHOD_NOT_FOUND;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::is_memofs;

declare_rule! {
    /// ## What it checks
    /// Whether -32601 lists the methods that there are in `data.availableMethods`, as the library's example does.
    /// ## Why it matters
    /// A client can say what would have worked.
    /// ## What to do
    /// Nothing: it is an example.
    pub static METHOD_NOT_FOUND_DATA = {
        id: "memofs/method-not-found-data", severity: Note, certainty: Certain,
        clause: May MEMOFS "building responses", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "-32601 without data" => 1, |s| {
                memofs(s, RECALL);
                refuses_with(s, "1", -32601);
            };
            "-32601 with the methods" => 0, |s| {
                memofs(s, RECALL);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x","data":{"availableMethods":["recall"]}}}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let unknown = |code: i64| is_memofs(message) && code == METHOD_NOT_FOUND;
    let Some((json, error, _, token)) = failure(message).filter(|(_, _, code, _)| unknown(*code)) else { return };
    if json.dig(error.data, &[b"availableMethods"]).is_none() {
        sink.report(at(token), "an unknown method is refused without the methods that there are");
    }
}

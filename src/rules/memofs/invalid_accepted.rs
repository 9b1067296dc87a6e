//! `memofs/invalid-accepted`

use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::{ended, result};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a request that fails a check of the library is not answered with a result.
    /// ## Why it matters
    /// The server does not validate: what it executes is not what the client meant.
    /// ## What to do
    /// Validate before dispatching.
    pub static INVALID_ACCEPTED = {
        id: "memofs/invalid-accepted", severity: Error, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Exchange, fault: Responder,
        check: Dialect(check, Response),
        fixtures: [
            "a result for params by position" => 1 also ["memofs/params-array"], |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[1]}"#);
                gives_null(s);
            };
            "a result for a plain request" => 0, |s| {
                memofs(s, RECALL);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = ended(message, Dialect::MemoFs).filter(|request| !request.faults.is_none()) else { return };
    if result(message).is_some() {
        sink.report(Some(message.foreign_place()), "a request that fails a check is answered with a result").peer(request.frame);
    }
}

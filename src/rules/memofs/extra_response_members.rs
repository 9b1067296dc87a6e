//! `memofs/extra-response-members`

use crate::rules::carried::reply;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_memofs;

declare_rule! {
    /// ## What it checks
    /// Whether a reply has members beyond jsonrpc, id and result or error.
    /// ## Why it matters
    /// The library makes none; clients ignore them.
    /// ## What to do
    /// Put them into the result or into the data of the error.
    pub static EXTRA_RESPONSE_MEMBERS = {
        id: "memofs/extra-response-members", severity: Note, certainty: Certain,
        clause: May MEMOFS "types", scope: Frame, fault: Responder,
        check: Dialect(check, Reply),
        fixtures: [
            "a member took" => 1, |s| {
                memofs(s, RECALL);
                gives(s, r#"{"jsonrpc":"2.0","id":1,"result":{},"took":3}"#);
            };
            "the member inside the result" => 0, |s| {
                memofs(s, RECALL);
                gives(s, r#"{"jsonrpc":"2.0","id":1,"result":{"took":3}}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = reply(message).filter(|json| is_memofs(message) && json.extra > 0) else { return };
    if json.result.is_some() || json.error.is_some() {
        let text = "the reply has members that the library does not make";
        sink.report(Some(message.foreign_place()), text).evidence("count", u64::from(json.extra));
    }
}
